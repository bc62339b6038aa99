import { Button, Textarea } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problem-editor/problem-editor.module.css';
import { uploadPicture } from '#shared/api/calls/upload-picture.ts';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';

const PICTURES = 'image/png,image/jpeg,image/webp,image/gif';

export interface TextAreaProps {
  label: string;
  value: string;
  /** Told how the text changes: a picture is put into the text of the moment at which it has been uploaded. */
  onChange: (change: (known: string) => string) => void;
  /** Text that shows a picture; `name` has no characters with a meaning of their own. */
  pictureCode: (link: string, name: string) => string;
  maxLength?: number;
}

/**
 * Field for the text of a statement; pictures are pasted, dropped or chosen, and stand at the cursor. A text of its own needs
 * a `key`: a picture goes where it was meant for, though another text is shown by then.
 */
export function TextArea({ label, value, onChange, pictureCode, maxLength }: TextAreaProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(file),
    onSuccess: ({ link }, file) => {
      const cursor = field.current?.selectionEnd;
      const code = pictureCode(link, file.name.replace(/[^\p{L}\p{N} _.-]/gu, ''));
      onChange((known) => {
        const at = cursor ?? known.length;
        return `${known.slice(0, at)}${code}${known.slice(at)}`;
      });
    },
  });
  const take = (event: { preventDefault: () => void }, files: FileList) => {
    const picture = [...files].find(({ type }) => type.startsWith('image/'));
    if (!picture) return;
    event.preventDefault();
    upload.mutate(picture);
  };
  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        value={value}
        onChange={({ currentTarget: { value: typed } }) => onChange(() => typed)}
        onPaste={(event) => take(event, event.clipboardData.files)}
        onDrop={(event) => take(event, event.dataTransfer.files)}
        classNames={{ input: classes.source ?? '' }}
        maxLength={maxLength}
        spellCheck
        autosize
        minRows={14}
        maxRows={28}
      />
      <FilePick accept={PICTURES} onFiles={([file]) => upload.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="subtle"
            loading={upload.isPending}
            leftSection={<IconPhoto size={16} aria-hidden />}
          >
            {t('problemEditor.addPicture')}
          </Button>
        )}
      </FilePick>
    </div>
  );
}
