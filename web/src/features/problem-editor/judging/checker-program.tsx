import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { ActionIcon, Anchor, Button, Radio, Select, TextInput } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompileChecker } from '#features/problem-editor/judging/compile-checker.tsx';
import { contentAddress, uploadContent } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { useSizeText } from '#features/problem-editor/tests/size-text.ts';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';

type ProgramChecker = Extract<CheckerSpec, { kind: 'program' }>;
type Program = ProgramChecker['program'];

export interface CheckerProgramProps {
  problemId: number;
  checker: ProgramChecker;
  onChange: (change: (known: ProgramChecker) => ProgramChecker) => void;
}

/** A checker of the problem's author: its files, the one that is compiled, language, protocol and arguments. */
export function CheckerProgram({ problemId, checker, onChange }: CheckerProgramProps) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const { program, protocol, flags } = checker;
  const { files, sources, language } = program;
  // Typed as written: a space at the end would vanish while the next argument is typed.
  const [typedFlags, setTypedFlags] = useState('');
  const flagsText = wordsOf(typedFlags).join(' ') === flags.join(' ') ? typedFlags : flags.join(' ');
  const set = (part: Partial<ProgramChecker>) => onChange((known) => ({ ...known, ...part }));
  const change = (changed: (known: Program) => Partial<Program>) =>
    onChange((known) => ({ ...known, program: { ...known.program, ...changed(known.program) } }));
  const upload = useMutation({
    mutationFn: (file: File) => uploadContent(problemId, file, file.name),
    onSuccess: ({ sha256, bytes }, file) => {
      const path = file.name.replace(/[^A-Za-z0-9_+.-]/g, '_');
      change((known) => ({
        files: [...known.files.filter((one) => one.path !== path), { path, sha256, bytes }],
        sources: known.sources.length > 0 || /\.h(?:pp)?$/.test(path) ? known.sources : [path],
      }));
    },
  });
  const remove = (path: string) =>
    change((known) => ({
      files: known.files.filter((file) => file.path !== path),
      sources: known.sources.filter((source) => source !== path),
    }));
  return (
    <>
      <p className={classes.hint}>{t('problemEditor.programHint')}</p>
      <Radio.Group
        label={t('problemEditor.mainSource')}
        value={sources[0] ?? ''}
        onChange={(path) => change(() => ({ sources: [path] }))}
      >
        <ul className={classes.fileList}>
          {files.map(({ path, sha256, bytes }) => (
            <li key={path} className={classes.fileRow}>
              <Radio className={classes.grow} value={path} label={`${path}, ${sizeText(bytes)}`} />
              <Anchor
                href={contentAddress(problemId, sha256)}
                download={path}
                aria-label={`${t('problemEditor.download')}: ${path}`}
              >
                {t('problemEditor.download')}
              </Anchor>
              <ActionIcon
                size={36}
                aria-label={t('problemEditor.removeNamed', { name: path })}
                onClick={() => remove(path)}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </Radio.Group>
      <FilePick onFiles={([file]) => upload.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={upload.isPending}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t('problemEditor.addSource')}
          </Button>
        )}
      </FilePick>
      {files.length > 0 && sources.length > 0 && (
        <CompileChecker key={JSON.stringify(program)} problemId={problemId} checker={checker} />
      )}
      <div className={classes.limits}>
        <Select
          label={t('problemEditor.programLanguage')}
          data={languageOptions(language)}
          value={language}
          allowDeselect={false}
          searchable
          onChange={(key) => key !== null && change(() => ({ language: key }))}
        />
        <Select
          label={t('problemEditor.protocol')}
          data={[
            { value: 'testlib', label: 'testlib' },
            { value: 'kattis', label: 'ICPC / Kattis' },
          ]}
          value={protocol}
          allowDeselect={false}
          onChange={(value) => set({ protocol: value === 'kattis' ? 'kattis' : 'testlib' })}
        />
        <TextInput
          label={t('problemEditor.flags')}
          value={flagsText}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTypedFlags(text);
            set({ flags: wordsOf(text) });
          }}
        />
      </div>
    </>
  );
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** All languages, and `script` where a package brought a program with its own build. */
function languageOptions(present: string) {
  const known = Object.entries(LANGUAGES).map(([key, { name }]) => ({ value: key, label: name }));
  return known.some(({ value }) => value === present)
    ? known
    : [...known, { value: present, label: present }];
}
