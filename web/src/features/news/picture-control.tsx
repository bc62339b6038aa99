import { RichTextEditor } from '@mantine/tiptap';
import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';
import { showWarning } from '#shared/ui/toasts/toasts.ts';

/** Pictures are embedded in the text, so they must be small; 400 KB become 540 KB there. */
const PICTURE_MAX_BYTES = 400_000;

/** Picks a picture file and returns it as a data URL. */
export function PictureControl({ onPick }: { onPick: (src: string) => void }) {
  const { t } = useTranslation();
  async function pick(file: File) {
    if (file.size > PICTURE_MAX_BYTES) {
      showWarning(t('editor.pictureTooLarge', { kb: PICTURE_MAX_BYTES / 1000 }));
      return;
    }
    onPick(await asAddress(file));
  }
  return (
    <FilePick accept="image/png,image/jpeg,image/webp,image/gif" onFiles={([file]) => void pick(file)}>
      {(props) => (
        <RichTextEditor.Control {...props} aria-label={t('editor.picture')} title={t('editor.picture')}>
          <IconPhoto size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      )}
    </FilePick>
  );
}

function asAddress(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
  reader.readAsDataURL(file);
  return promise;
}
