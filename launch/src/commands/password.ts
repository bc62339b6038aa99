import { Command } from 'commander';
import { knownDatabase } from '#database/database-url.ts';
import { openDataDir } from '#files/data-dir.ts';
import { loadSettings } from '#load-settings.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';

export function passwordCommand(): Command {
  return new Command('password')
    .description('give an account of the running site a new password, which is printed once')
    .argument('<username>', 'whose password')
    .action((username: string) => givePassword(username));
}

async function givePassword(username: string): Promise<void> {
  const settings = loadSettings();
  const databaseUrl = knownDatabase(settings, openDataDir(settings.dataDir));
  const { connect } = await import('@balloon/database/connect.ts');
  const { resetPassword } = await import('@balloon/server/features/account/reset-password.ts');
  const { db, close } = connect(databaseUrl, { maxConnections: 1 });
  try {
    say(
      `${username}: new password ${await resetPassword(db, username)} (shown this once; its sessions ended)`,
    );
  } catch (error) {
    throw new StartError(`no new password: ${(error as Error).message}`, { cause: error });
  } finally {
    await close();
  }
}
