"""The image and the weights are at rest on every node before anything is launched."""

from fixtures.marks import before_launch, gate
from fixtures.outcomes import declared
from probes.judgements import images, weights


@gate
@before_launch
def test_image_is_on_every_node(nodes, cluster):
    """The declared image is there.

    Remedy: docker pull IMAGE on the node named, or copy it: docker save IMAGE | ssh NODE docker load.
    """
    image = declared(cluster.container, "[container]").image
    assert images.missing({node.name: node.facts.images for node in nodes}, image) == ()


@gate
@before_launch
def test_image_is_the_same_everywhere(nodes, cluster):
    """All nodes have the same content under the image's name.

    Remedy: pull the image by its digest on every node, and declare it so.
    """
    image = declared(cluster.container, "[container]").image
    contents = images.contents({node.name: node.facts.images for node in nodes}, image)
    assert len(set(contents.values())) == 1, contents


@gate
@before_launch
def test_weights_are_complete(node, cluster):
    """Every shard that the index names is there, whole by its own header.

    Remedy: copy the named files again from a node that has them, over the fabric.
    """
    declared(cluster.engine, "[engine]")
    assert weights.problems(node.facts.weights) == ()


@gate
@before_launch
def test_weights_are_identical(nodes, cluster):
    """The model's files have the same sizes on all nodes.

    Remedy: copy the model from the head to the node that differs: rsync -a --checksum over the fabric.
    """
    declared(cluster.engine, "[engine]")
    assert weights.differences({node.name: node.facts.weights for node in nodes}) == {}


@gate
@before_launch
def test_weights_have_the_same_content(weights_hashes):
    """The SHA-256 of every shard is the same on all nodes.

    Remedy: copy the named shard again from the node whose hash the model's publisher gives.
    """
    assert weights.altered(weights_hashes) == {}
