import { InputReader, lines, type ProblemInputs } from '#generate/problem-inputs.ts';
import { Random } from '#generate/random.ts';

const MAX_LITRES = 4n * 10n ** 18n;

function make(): string[] {
  const random = new Random(1);
  const hall = (a: bigint, b: bigint, k: bigint) => lines([a, b], [k]);
  const litres = () => random.big(0n, MAX_LITRES);
  return [
    hall(7n, 8n, 5n),
    hall(9n, 9n, 10n),
    hall(3n, 4n, 10n),
    hall(0n, 0n, 1n),
    hall(1n, 0n, 1n),
    hall(5n, 5n, 10n),
    hall(999_999n, 1n, 1_000_000n),
    hall(2_147_483_647n, 2_147_483_647n, 30n), // 32 bits are not enough for the sum
    hall(random.big(0n, 1_000_000_000n), random.big(0n, 1_000_000_000n), 7n),
    hall(9_007_199_254_740_993n, 1n, 1n), // 2^53 + 1: a floating-point number drops the last unit
    hall(MAX_LITRES, MAX_LITRES, 1n),
    hall(MAX_LITRES, MAX_LITRES, MAX_LITRES),
    hall(MAX_LITRES - 1n, 0n, MAX_LITRES),
    hall(litres(), litres(), 4_294_967_296n),
    hall(litres(), litres(), random.big(1n, 1_000_000_000n)),
    hall(litres(), litres(), random.big(MAX_LITRES / 4n, MAX_LITRES)),
  ];
}

function validate(input: string): void {
  const reader = new InputReader(input);
  reader.integers([0, MAX_LITRES], [0, MAX_LITRES]);
  reader.integers([1, MAX_LITRES]);
  reader.end();
}

export const A_HELIUM: ProblemInputs = { make, validate };
