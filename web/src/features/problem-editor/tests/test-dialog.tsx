import { Button, Modal, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadContent } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { useSizeText } from '#features/problem-editor/tests/size-text.ts';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

/** Uploaded contents of a test. */
export interface TestFiles {
  inputSha256: string;
  inputBytes: number;
  inputExcerpt: string;
  answerSha256: string;
  answerBytes: number;
  answerExcerpt: string;
}

type Content = string | File;

export interface TestDialogProps {
  problemId: number;
  number: number;
  isNew: boolean;
  onClose: () => void;
  onDone: (files: TestFiles) => void;
}

/** Input and answer of a test, typed or as files. */
export function TestDialog({ problemId, number, isNew, onClose, onDone }: TestDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
  const [input, setInput] = useState<Content>('');
  const [answer, setAnswer] = useState<Content>('');
  const upload = useMutation({
    mutationFn: async () => {
      const one = await uploadContent(problemId, blobOf(input));
      const other = await uploadContent(problemId, blobOf(answer));
      return {
        ...{ inputSha256: one.sha256, inputBytes: one.bytes, inputExcerpt: one.excerpt },
        ...{ answerSha256: other.sha256, answerBytes: other.bytes, answerExcerpt: other.excerpt },
      };
    },
    onSuccess: onDone,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    upload.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={820}
      fullScreen={isPhone}
      title={t(isNew ? 'problemEditor.newTest' : 'problemEditor.replaceTest', { number })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <SavingForm isSaving={upload.isPending} className={classes.fields} onSubmit={send}>
        <ContentField label={t('problemEditor.input')} content={input} onChange={setInput} />
        <ContentField label={t('problemEditor.answer')} content={answer} onChange={setAnswer} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={upload.isPending} disabled={input === '' && answer === ''}>
            {t(isNew ? 'problemEditor.addTest' : 'problemEditor.replaceFiles')}
          </Button>
        </div>
      </SavingForm>
    </Modal>
  );
}

/** Typed texts end with a line break, as files of tests do. */
const blobOf = (content: Content): Blob =>
  content instanceof File
    ? content
    : new Blob([content === '' || content.endsWith('\n') ? content : `${content}\n`]);

function ContentField({
  label,
  content,
  onChange,
}: {
  label: string;
  content: Content;
  onChange: (content: Content) => void;
}) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const isFile = content instanceof File;
  return (
    <div>
      <Textarea
        label={label}
        description={isFile ? `${content.name}, ${sizeText(content.size)}` : undefined}
        disabled={isFile}
        value={isFile ? '' : content}
        onChange={(event) => onChange(event.currentTarget.value)}
        classNames={{ input: classes.source ?? '' }}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
      />
      <FilePick onFiles={([file]) => onChange(file)}>
        {(props) => (
          <Button {...props} variant="subtle" leftSection={<IconUpload size={16} aria-hidden />}>
            {t('problemEditor.fromFile')}
          </Button>
        )}
      </FilePick>
      {isFile && (
        <Button variant="subtle" onClick={() => onChange('')}>
          {t('problemEditor.typeInstead')}
        </Button>
      )}
    </div>
  );
}
