import type { ContestMessage, MessageAttachments, MessageFile } from '@balloon/contracts/messages.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/messages/thread-card.module.css';
import { OwnMarkdown } from '#features/problems/markdown.tsx';
import statement from '#features/problems/statement.module.css';
import { isWebAddress, StatementFiles } from '#features/problems/statement-files.tsx';

/** Text and files of a message in the order that its author chose. */
export function MessageBody({ message }: { message: ContestMessage['message'] }) {
  const { t } = useTranslation();
  // Words of the jury that it uses often are said in the reader's language.
  const text = message.stock ? t(`messages.stock.${message.stock}`) : message.text;
  const hasPictures = message.kind !== 'question';
  return <MessageContent text={text} attachments={message.attachments} hasPictures={hasPictures} />;
}

/** The same for a message that is still being written. */
export function MessageContent({
  text,
  attachments,
  hasPictures = true,
}: {
  text: string;
  attachments: MessageAttachments;
  hasPictures?: boolean;
}) {
  const { config, files = [], content } = attachments;
  const isFilesOnTop = config?.files_location === 'top';
  const shown = <Files files={files} areShown={config?.files_show_embed ?? true} />;
  return (
    <div className={classes.body}>
      {isFilesOnTop && shown}
      <div className={statement.text}>
        <OwnMarkdown text={[text, content?.text ?? ''].join('\n\n').trim()} hasPictures={hasPictures} />
      </div>
      {!isFilesOnTop && shown}
    </div>
  );
}

/** Pictures as they are if the author wants, everything else as tiles. */
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
