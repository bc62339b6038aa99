# expect: accepted
def hang(balloons):
    # Key: the end of the rope that did not get the last balloon. Value: its key one balloon earlier, and a switch.
    layers = [{'': ('', False)}]
    for previous, color in zip(balloons, balloons[1:]):
        layer = {}
        for other in layers[-1]:
            if color != previous:
                layer[other] = (other, False)
            if color != other:
                layer[previous] = (other, True)
        layers.append(layer)
    if not layers[-1]:
        return None
    other = next(iter(layers[-1]))
    rope = 0
    ropes = []
    for layer in reversed(layers):
        ropes.append('12'[rope])
        other, switched = layer[other]
        rope ^= switched
    return ''.join(reversed(ropes))


answer = hang(input())
print('NO' if answer is None else 'YES\n' + answer)
