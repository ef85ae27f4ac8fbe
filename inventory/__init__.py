"""What is declared, and how it is reached: the cluster file, the transports, the error tree."""
