# expect: accepted
count, wind = input().split()
lengths = list(map(int, input().split()))
shift, rope = {'left': (-1, '\\'), 'none': (0, '|'), 'right': (1, '/')}[wind]

cells = {}
for column, length in enumerate(lengths):
    cells[0, column] = '='
    for row in range(1, length + 1):
        cells[row, column + shift * row] = rope
    cells[length + 1, column + shift * (length + 1)] = 'O'

columns = [column for _, column in cells]
for row in range(max(lengths) + 1, -1, -1):
    print(''.join(cells.get((row, column), '.') for column in range(min(columns), max(columns) + 1)))
