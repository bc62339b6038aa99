import { expect, onTestFinished, test, vi } from 'vitest';
import { progressLine } from '#reports/progress-line.ts';
import { onSaid, say, warn } from '#say.ts';

/** Title of a package that renames the window, clears the screen and goes back over what was said. */
const HOSTILE = 'Sum\u001b]0;x\u0007\u001b[2J\u009b1A\r\b\u0000 ёж\t狐\n  next';
const SHOWN = 'Sum\ufffd]0;x\ufffd\ufffd[2J\ufffd1A\ufffd\ufffd\ufffd ёж\t狐\n  next';

test('foreign text commands no terminal, and no console of admins', () => {
  const heard: string[] = [];
  onSaid((line) => heard.push(line));
  const [out, err] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  );
  onTestFinished(() => {
    onSaid(() => {});
    vi.restoreAllMocks();
  });
  say(HOSTILE);
  warn(HOSTILE);
  expect(out?.mock.calls).toEqual([[`${SHOWN}\n`]]);
  expect(err?.mock.calls).toEqual([[`${SHOWN}\n`]]);
  expect(heard).toEqual([SHOWN, SHOWN]);
});

test('the line of the present step stays one line', () => {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 30, write: (text: string) => written.push(text) };
  progressLine(stream as unknown as NodeJS.WriteStream).show(HOSTILE);
  expect(written).toEqual([`\r\u001b[K${SHOWN.replace(/\s/g, ' ').slice(0, 29)}`]);
});
