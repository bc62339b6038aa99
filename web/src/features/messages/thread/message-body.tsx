import type { ContestMessage, MessageAttachments, MessageFile } from '@balloon/contracts/talk/messages.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/messages/thread/thread-card.module.css';
import { isWebAddress, StatementFiles } from '#features/problems/files/statement-files.tsx';
import { OwnMarkdown } from '#features/problems/statement/lazy-markdown.tsx';
import { PlainText } from '#features/problems/statement/plain-text.tsx';
import statement from '#features/problems/statement/statement.module.css';
import { useLocale } from '#shared/text/i18n.ts';
import { Guarded } from '#shared/ui/states/guarded.tsx';

/** Text and files of a message in the order that its author chose. */
export function MessageBody({ message }: { message: ContestMessage['message'] }) {
  const { t } = useTranslation();
  // The jury's usual answers are shown in the reader's language.
  const locale = useLocale();
  const text = message.stock
    ? t(`messages.stock.${message.stock}`)
    : (message.translations[locale] ?? message.text);
  const hasPictures = message.kind !== 'question';
  return <MessageContent text={text} attachments={message.attachments} hasPictures={hasPictures} />;
}

/** Text and files of a message, also of one being written. */
export function MessageContent({
  text,
  attachments,
  hasPictures = true,
}: {
  text: string;
  attachments: MessageAttachments;
  hasPictures?: boolean;
}) {
  const { t } = useTranslation();
  const { config, files = [], content } = attachments;
  const isFilesOnTop = config?.files_location === 'top';
  const markdown = [text, content?.text ?? ''].join('\n\n').trim();
  const shown = <Files files={files} areShown={config?.files_show_embed ?? true} />;
  return (
    <div className={classes.body}>
      {isFilesOnTop && shown}
      <div className={`${statement.text} ${classes.words}`}>
        <Guarded of={markdown} fallback={<PlainText text={markdown} note={t('statement.asText')} />}>
          <OwnMarkdown text={markdown} hasPictures={hasPictures} />
        </Guarded>
      </div>
      {!isFilesOnTop && shown}
    </div>
  );
}

/** Files of a message: pictures in full if the author wants, others as tiles. */
function Files({ files, areShown }: { files: readonly MessageFile[]; areShown: boolean }) {
  const pictures = files.filter(({ type, url }) => areShown && type === 'image' && isWebAddress(url));
  const others = files.filter((file) => !pictures.includes(file));
  return (
    <>
      {pictures.length > 0 && (
        <ul className={classes.pictures}>
          {pictures.map(({ url, embedUrl, title = '' }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <img src={embedUrl ?? url} alt={title} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <StatementFiles files={others} />
    </>
  );
}
