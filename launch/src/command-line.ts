import { SettingsError } from '@balloon/contracts/settings/read-settings.ts';
import { Command } from 'commander';
import { backupCommand } from '#commands/backup.ts';
import { doctorCommand } from '#commands/doctor.ts';
import { importCommand } from '#commands/import.ts';
import { importContestCommand } from '#commands/import-contest.ts';
import { judgeCommand } from '#commands/judge.ts';
import { judgeTokenCommand } from '#commands/judge-token.ts';
import { mirrorCommand } from '#commands/mirror.ts';
import { passwordCommand } from '#commands/password.ts';
import { relayCommand } from '#commands/relay.ts';
import { restoreCommand } from '#commands/restore.ts';
import { startCommand } from '#commands/start.ts';
import { verifyCommand } from '#commands/verify.ts';
import { webCommand } from '#commands/web.ts';
import { warn } from '#say.ts';
import {
  EXIT_MEND_FIRST,
  EXIT_TRY_AGAIN,
  ReportedStartError,
  StartAccident,
  StartError,
} from '#start-error.ts';

/** Command line `balloon`; a new command is a file in `commands/` and a line here. */
const balloon = new Command('balloon')
  .description('Self-hosted platform for ICPC-style programming contests')
  .addCommand(startCommand(), { isDefault: true })
  .addCommand(webCommand())
  .addCommand(judgeCommand())
  .addCommand(judgeTokenCommand())
  .addCommand(relayCommand())
  .addCommand(mirrorCommand())
  .addCommand(importCommand())
  .addCommand(importContestCommand())
  .addCommand(passwordCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(doctorCommand())
  .addCommand(verifyCommand());

try {
  await balloon.parseAsync();
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
  if (!(error instanceof ReportedStartError)) warn(`balloon: ${error.message}`);
  process.exit(error instanceof StartAccident ? EXIT_TRY_AGAIN : EXIT_MEND_FIRST);
}
