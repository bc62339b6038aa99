import type { SolutionCode } from '@balloon/contracts/solutions/solutions.ts';
import { ActionIcon, Skeleton, Tabs } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/solution-details/source.module.css';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { downloadAs } from '#shared/text/download.ts';
import { Tip } from '#shared/ui/floating/tip.tsx';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';

const CodeEditor = lazy(async () => ({
  default: (await untilLoaded(() => import('#shared/code/code-editor.tsx'))).CodeEditor,
}));

/** The source of a submission, of several files under a tab each. */
export function SourceFiles({ solution }: { solution: SolutionCode }) {
  const { t } = useTranslation();
  const files = solution.files ?? [];
  const [opened, setOpened] = useState(files[0]?.name ?? '');
  const file = files.find(({ name }) => name === opened) ?? files[0];
  if (!file) return <Code solution={solution} text={solution.sourceCode} label={t('solutions.source')} />;
  return (
    <Tabs value={file.name} onChange={(name) => name !== null && setOpened(name)}>
      <div className={classes.fileBar}>
        <Tabs.List className={classes.fileTabs ?? ''} aria-label={t('solutions.files')}>
          {files.map(({ name }) => (
            <Tabs.Tab key={name} value={name} className={classes.fileTab ?? ''}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <CopyButton text={file.content} label={t('solutions.copyFile', { name: file.name })} />
        <Tip label={t('solutions.downloadFile', { name: file.name })}>
          <ActionIcon
            aria-label={t('solutions.downloadFile', { name: file.name })}
            onClick={() => downloadAs(file.name, [file.content], 'text/plain')}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </Tip>
      </div>
      <Tabs.Panel value={file.name}>
        <Code
          key={file.name}
          solution={solution}
          text={file.content}
          label={t('solutions.file', { name: file.name })}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function Code({ solution, text, label }: { solution: SolutionCode; text: string; label: string }) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <CodeEditor value={text} family={solution.language.languageFamily} label={label} readOnly />
    </Suspense>
  );
}
