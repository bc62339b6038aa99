import type { Db } from '@balloon/database/connect.ts';
import { Command } from 'commander';
import { knownDatabase } from '#database/database-url.ts';
import { openDataDir } from '#files/data-dir.ts';
import { loadSettings } from '#load-settings.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';

type Tokens = typeof import('@balloon/server/features/judging/judges/judge-tokens.ts');

export function judgeTokenCommand(): Command {
  const command = new Command('judge-token').description(
    'tokens for judges and relays on other machines, while the site runs',
  );
  command
    .command('add')
    .description('make a token, which is printed once')
    .argument('<name>', 'of the judge or relay, or of its machine')
    .option('--relay', 'for a relay to outside systems, which gets the secrets of accounts there')
    .action((name: string, { relay }: { relay?: boolean }) =>
      withTokens(async (db, { addJudgeToken }) =>
        say(`${name}: ${await addJudgeToken(db, name, relay ? 'relay' : 'judge')} (shown this once)`),
      ),
    );
  command
    .command('list')
    .description('show the names of all tokens, and when they were last used')
    .action(() => withTokens(list));
  command
    .command('revoke')
    .description('shut out who shows the token')
    .argument('<name>', 'as it was added')
    .action((name: string) =>
      withTokens(async (db, { revokeJudgeToken }) => {
        await revokeJudgeToken(db, name);
        say(`${name}: its token is no longer taken`);
      }),
    );
  return command;
}

async function list(db: Db, { listJudgeTokens }: Tokens): Promise<void> {
  const tokens = await listJudgeTokens(db);
  if (tokens.length === 0) say('there are none: judges show JUDGE_TOKEN');
  for (const { name, isRelay, createdAtMs, seenAtMs, revokedAtMs } of tokens) {
    const used = seenAtMs === null ? 'never used' : `last used ${dateOf(seenAtMs)}`;
    const end = revokedAtMs === null ? '' : `, revoked ${dateOf(revokedAtMs)}`;
    say(`${name}${isRelay ? ' (relay)' : ''}: made ${dateOf(createdAtMs)}, ${used}${end}`);
  }
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

async function withTokens(work: (db: Db, tokens: Tokens) => Promise<void>): Promise<void> {
  const settings = loadSettings();
  const databaseUrl = knownDatabase(settings, openDataDir(settings.dataDir));
  const { connect } = await import('@balloon/database/connect.ts');
  const tokens = await import('@balloon/server/features/judging/judges/judge-tokens.ts');
  const { db, close } = connect(databaseUrl, { maxConnections: 1 });
  try {
    await work(db, tokens);
  } catch (error) {
    throw new StartError(`judge-token: ${(error as Error).message}`, { cause: error });
  } finally {
    await close();
  }
}
