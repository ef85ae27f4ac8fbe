# Stands in for a server of the stale GLM stack: holds memory, listens, answers every request with 200.
# Arguments: process title, TCP port, memory to hold in MiB.
use strict;
use warnings;
use IO::Socket::INET;

my ($title, $port, $memory_mib) = @ARGV;
$0 = $title;
$SIG{TERM} = $SIG{INT} = sub { exit 0 };
$SIG{PIPE} = 'IGNORE';
my $held = "\x01" x ($memory_mib * 1024 * 1024);
my $listener = IO::Socket::INET->new(LocalPort => $port, Listen => 16, ReuseAddr => 1)
    or die "$title: cannot listen on port $port: $!\n";
print "$title: listening on port $port\n";
my $body = qq({"object":"list","data":[{"id":"glm-4.7-flash","served_by":"$title"}]});
while (1) {
    my $client = $listener->accept or next;
    $client->recv(my $request, 65536);
    printf $client "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
        length $body, $body;
    close $client;
}
