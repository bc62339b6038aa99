import { startSandbox } from '#sandbox/start-sandbox.ts';
import { copyHelper } from '#sandbox/testing.ts';

/**
 * Judge that the lifetime test kills: runs programs that never end in two slots and prints the helper's pid.
 * Arguments: work directory, then `user` to start the helper without root.
 */
const [workDir = '', uid] = process.argv.slice(2);
const user =
  uid === undefined
    ? {}
    : { user: { uid: Number(uid), gid: Number(uid) }, buildDir: await copyHelper(workDir) };
const sandbox = await startSandbox({ workDir, ...user });
const limits = {
  cpuMs: 600_000,
  wallMs: 600_000,
  memoryKb: 65_536,
  outputKb: 1024,
  processes: 32,
  scratchKb: 4096,
};
for (const number of [0, 1]) {
  const slot = await sandbox.openSlot(number);
  // Not awaited: the judge dies first.
  void slot
    .run({ argv: ['/bin/sh', '-c', 'sleep 600 & setsid sleep 600 & sleep 600'], limits })
    .catch(() => undefined);
}
console.log(sandbox.helperPid);
