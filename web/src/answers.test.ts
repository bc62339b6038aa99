import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/*
 * What becomes of an answer, in all sources of the page: it reaches the person although the component that asked has gone,
 * and it takes the place of nothing that is being typed: either a form takes nothing in while it is being saved, or it keeps
 * what was typed since.
 */

const ROOT = fileURLToPath(new URL('.', import.meta.url));

async function sources(): Promise<{ file: string; text: string }[]> {
  const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.*'] }));
  return Promise.all(files.sort().map(async (file) => ({ file, text: await readFile(ROOT + file, 'utf8') })));
}

/** The arguments of the call whose opening bracket ends at a place of a text, and the first place after it. */
function argumentsAt(text: string, from: number): string[] {
  const found = [''];
  let depth = 1;
  for (const sign of text.slice(from)) {
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (depth === 0) break;
    if (sign === ',' && depth === 1) found.push('');
    else found.push(`${found.pop() ?? ''}${sign}`);
  }
  return found.map((argument) => argument.trim()).filter((argument) => argument !== '');
}

/** What the callbacks of a call of `mutate` do, besides steps of their component. */
function lostSteps(callbacks: string): string[] {
  const called = [...callbacks.matchAll(/(?<![\w.])(\w+)(?:\?\.)?\(/g)].map(([, name = '']) => name);
  const passed = [...callbacks.matchAll(/\bon(?:Success|Error|Settled): ([\w.]+)[ ,]/g)].map(
    ([, name = '']) => name,
  );
  const methods = [...callbacks.matchAll(/\b(queryClient|navigate)\b/g)].map(([name]) => name);
  return [...called, ...passed, ...methods].filter((name) => !OWN_STEP.test(name));
}

/** Names of what a component does with itself or tells the component around it. */
const OWN_STEP = /^(?:(?:on|set)[A-Z]\w*|fields\.refuse)$/;

test.each([
  ['{ onSuccess: onClose }', []],
  ['{ onSuccess: ({ id }) => onStarted(id), onSettled: () => setIsOpen(false) }', []],
  ['{ onSuccess: () => setText((now) => now.trim()) }', []],
  ["{ onSuccess: () => showDone(t('saved')) }", ['showDone', 't']],
  ['{ onSuccess: report }', ['report']],
  ['{ onSettled: () => queryClient.clear() }', ['queryClient']],
])('%s loses %j', (callbacks, lost) => {
  expect(lostSteps(callbacks)).toEqual(lost);
});

test('what has to happen after a change stands with the change, not with one call of it', async () => {
  // The library forgets the callbacks of a call when its component has gone, or calls again, before the answer.
  const lost = (await sources()).flatMap(({ file, text }) =>
    [...text.matchAll(/\bmutate\(/g)].flatMap((call) => {
      const [, callbacks = ''] = argumentsAt(text, call.index + call[0].length);
      return lostSteps(callbacks).map((step) => `${file}: ${step}`);
    }),
  );
  expect(lost).toEqual([]);
});

/** Files that lay facts over loaded data in a way of their own, and what keeps older answers from replacing these. */
const OWN_WAYS = new Map([
  ['main.tsx', 'nothing is asked before the session has ended'],
  ['shell/profile-items.tsx', 'a sign-out removes all else'],
  ['shared/api/loaded/change-loaded.ts', 'the usual way'],
  ['features/solutions/solutions.data.ts', 'events are applied to answers under way, too'],
  ['features/scoreboard/use-table-changes.ts', 'changes are numbered'],
  ['features/ceremony/use-new-results.ts', 'results are asked for by hand'],
  ['features/chat/chat.data.ts', 'older messages are dropped from what is shown'],
  ['features/send/trial/trial.data.ts', 'steps of a run that the next answer has, too'],
  ['features/contests/admission.ts', 'asked for before each entry'],
]);

test('what was asked for before a change does not bring the former state back', async () => {
  const direct = (await sources()).filter(({ text }) => text.includes('.setQueryData('));
  expect(direct.map(({ file }) => file).sort()).toEqual([...OWN_WAYS.keys()].sort());
});

test('no form is made anew by what is stored', async () => {
  const remade = (await sources()).flatMap(({ file, text }) =>
    [...text.matchAll(/<(\w*Form)\n? {1,20}key=\{(?:JSON\.|\w*[vV]ersion\})/g)].map(
      ([, form]) => `${file}: ${form}`,
    ),
  );
  expect(remade).toEqual([]);
});

/** Files that show an error in place of something without asking whether there is an answer, and what becomes of that. */
const ONLY_ERRORS = new Map([
  ['features/account/sessions-section.tsx', 'an answer is shown before'],
  ['features/contest-control/time/interval-consequences.tsx', 'what was counted belongs to a former choice'],
  ['features/maintenance/backups-view.tsx', 'there is no answer'],
  ['features/maintenance/queue-view.tsx', 'there is no answer'],
  ['features/outside-jobs/outside.page.tsx', 'an answer is shown before'],
  ['features/ratings/history/rating-history.tsx', 'none while there is an answer'],
  ['features/send/trial/trial-panel.tsx', 'none while there is an answer'],
  ['features/user-admin/person/sessions-of-person.tsx', 'an answer is shown before'],
]);

test('a question that fails when it is asked again takes nothing away that is shown or typed', async () => {
  const only = /\bif \(\w*[eE]rror(?: !== null)?\) (?:return <|\{\n? *return)/;
  const found = (await sources()).filter(({ text }) => only.test(text));
  expect(found.map(({ file }) => file)).toEqual([...ONLY_ERRORS.keys()]);
});

/** Forms that stay open during their save, and what becomes of what is typed meanwhile. */
const KEPT_FORMS = new Map([
  ['features/send/file-name-form.tsx', 'a name that goes to no server'],
  ['features/site-settings/section-form.tsx', 'stays on top of what was stored'],
  ['features/user-admin/person/user-edit-form.tsx', 'stays on top of what was stored'],
  ['shared/ui/forms/saving-form.tsx', 'the usual form'],
]);

/** Fields without a form whose text goes to the server, and what becomes of what is typed meanwhile. */
const LONE_FIELDS = new Map([
  ['features/contest-admin/templates/templates-dialog.tsx', 'another name than the one sent stays'],
  ['features/groups/add-members.tsx', 'another list than the one sent stays'],
  [
    'features/problem-editor/judging/checker-program.tsx',
    'a file is sent at once, and goes into the draft of the moment at which it has come',
  ],
  [
    'features/problem-editor/statement/statement-file-list.tsx',
    'a file is sent at once, and goes into the draft of the moment at which it has come',
  ],
  [
    'features/problem-editor/statement/text-area.tsx',
    'a file is sent at once, and goes into the draft of the moment at which it has come',
  ],
  ['features/results/results.page.tsx', 'the number asks for a preview alone'],
  ['features/send/trial/trial-input.tsx', 'stays for the next run'],
  ['features/similarity/templates.tsx', 'stays: the answer takes the place of nothing'],
  ['features/test-files/test-files-section.tsx', 'the number of a test, which stays'],
]);

const TEXT_FIELD = /<(?:TextInput|Textarea|NumberInput|PasswordField|PasswordInput|MarkdownField|RichText)\b/;
const ITS_SAVE = /\b(?:isPending|isSaving|isSending|isStarting)\b/;

test('a form takes nothing in while it is being saved, or is known to keep what is typed', async () => {
  const all = await sources();
  const open = all.filter(({ text }) => /<form\b/.test(text)).map(({ file }) => file);
  expect(open).toEqual([...KEPT_FORMS.keys()]);
  const never = all.filter(({ text }) => text.includes('isSaving={false}')).map(({ file }) => file);
  expect(never).toEqual([]);
});

test('text outside forms that is being saved is known to stay', async () => {
  const lone = (await sources()).filter(
    ({ text }) =>
      TEXT_FIELD.test(text) && ITS_SAVE.test(text) && !/<(?:SavingForm|DialogForm|form)\b/.test(text),
  );
  expect(lone.map(({ file }) => file)).toEqual([...LONE_FIELDS.keys()]);
});

test('a dialog that leaves with its component gives the focus back', async () => {
  const all = await sources();
  const names = new Set<string>();
  for (const { text } of all) {
    // `opened`, or `isOpen` of a dialog of ours, without a value: it is open for as long as it is there.
    for (const [, name = ''] of text.matchAll(
      /<(Modal|Drawer|\w+Dialog)\b(?:[^<>]|=>)*?\s(?:opened|isOpen)(?=[\s>])/g,
    ))
      names.add(name);
  }
  const isLibrarys = (name: string) => name === 'Modal' || name === 'Drawer';
  const places = all.filter(({ text }) => {
    const isItself = /<(?:Modal|Drawer)\b(?:[^<>]|=>)*?\sopened(?=[\s>])/.test(text);
    return isItself || [...names].some((name) => !isLibrarys(name) && text.includes(`function ${name}(`));
  });
  expect(places.length).toBeGreaterThan(10);
  const forgetful = places.filter(({ text }) => !text.includes('useFocusBack()'));
  expect(forgetful.map(({ file }) => file)).toEqual([]);
});

test('Escape and the button in the corner of a dialog are left to the one rule that keeps what was typed', async () => {
  // The rule presses that button when somebody says that the text may go.
  const all = await sources();
  const withoutButton = all.filter(({ text }) => /withCloseButton[=:]\s*\{?false/.test(text));
  expect(withoutButton.map(({ file }) => file)).toEqual(['features/admin-search/open-palette.tsx']); // a search
  const deaf = all.filter(({ text }) => text.includes('closeOnEscape'));
  expect(deaf.map(({ file }) => file)).toEqual([]);
});

test('a press beside a dialog is left to the one rule that keeps what was typed', async () => {
  // `shared/ui/behaviour/dialogs-in-use.ts`; the story of the control screen shows it.
  const own = (await sources()).filter(({ text }) => text.includes('closeOnClickOutside'));
  expect(own.map(({ file }) => file)).toEqual([]);
});

/** Names of the functions of a text that ask the server and leave it to their callers when that fails. */
function askersIn(text: string): string[] {
  return [...text.matchAll(/\.fetchQuery\(/g)].flatMap(({ index }) => {
    const begun = [...text.slice(0, index).matchAll(/async function (\w+)|(\w+)(?: =|:) async\b/g)].at(-1);
    const isCaught = text.slice(begun?.index, index).includes('try {');
    return isCaught ? [] : (begun?.[1] ?? begun?.[2] ?? []);
  });
}

test('a question that is asked at a press says when it fails', async () => {
  // Queries whose screens show their own failures report none: the press would do nothing, without a word.
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));
  const all = await sources();
  const silent = all.flatMap(({ file, text }) =>
    askersIn(text).flatMap((name) =>
      all
        .filter((caller) => folderOf(caller.file) === folderOf(file))
        .filter((caller) =>
          new RegExp(`void (?:\\w+\\.)?${name}\\([^()]*\\)(?!\\s*\\.catch\\()`).test(caller.text),
        )
        .map((caller) => `${caller.file}: ${name}`),
    ),
  );
  expect(silent).toEqual([]);
});
