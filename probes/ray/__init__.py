"""Ray: who is in the cluster, with what, and what waits.

Nodes come from the GCS (`gcs`, without the dashboard) or `ray list nodes` (`nodes`), totals from
`ray status` (`status`), versions that differ from `versions`.
"""

from probes.ray.cluster import RayCluster, RayNode

__all__ = ["RayCluster", "RayNode"]
