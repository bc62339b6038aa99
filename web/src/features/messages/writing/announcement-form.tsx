import { MAX_MESSAGE_FILES, MAX_MESSAGE_LENGTH } from '@balloon/contracts/talk/message-limits.ts';
import type { MessageAttachments, MessageFile } from '@balloon/contracts/talk/messages.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconPaperclip, IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { uploadMessageFile, useSendMessage } from '#features/messages/data/changes.data.ts';
import { topicOf } from '#features/messages/data/message-topics.ts';
import classes from '#features/messages/messages.module.css';
import { AttachedFiles } from '#features/messages/writing/attached-files.tsx';
import { MarkdownField } from '#features/messages/writing/markdown-field.tsx';
import { TopicChoice } from '#features/messages/writing/topic-choice.tsx';
import { useMessageDraft } from '#features/messages/writing/use-message-draft.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showError, showNotice } from '#shared/ui/toasts/toasts.ts';

/**
 * Form by which a supervisor announces something to everybody in the contest.
 *
 * @param props.isInDialog whether a dialog around it has the heading and the frame
 */
export function AnnouncementForm({ isInDialog = false }: { isInDialog?: boolean }) {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const me = useMe();
  const place = `announcement_${contest.id}`;
  const { text, setText } = useMessageDraft(place);
  const [about, setAbout] = useState('');
  const [isUrgent, setIsUrgent] = useState(false);
  const [asAdmin, setAsAdmin] = useState(false);
  const [areOnTop, setAreOnTop] = useState(false);
  const [areShown, setAreShown] = useState(true);
  const { files, isUploading, add, remove, removeAll } = useFiles(contest.id);
  const { send, isSending } = useSendMessage(contest.id, place);
  const canSend = (text.trim() !== '' || files.length > 0) && !isSending && !isUploading;
  const attachments = attachmentsOf(files, areOnTop, areShown);

  async function announce() {
    if (!canSend) return;
    const isSure = await confirm({
      title: t('messages.confirmTitle'),
      text: t('messages.confirmText', { count: contest.participantsNumber }),
      yes: t('messages.sendAll'),
    });
    if (!isSure) return;
    await send({ text, ...topicOf(about), attachments, isUrgent, asAdmin });
    setText('');
    setIsUrgent(false);
    removeAll(files);
    showNotice(t('messages.announced'));
  }
  return (
    <SavingForm
      isSaving={isSending}
      className={isInDialog ? classes.bareForm : classes.form}
      aria-label={t('messages.announce')}
      onSubmit={(event) => {
        event.preventDefault();
        void announce().catch(ignore);
      }}
    >
      {!isInDialog && <h2 className={classes.formTitle}>{t('messages.announce')}</h2>}
      <TopicChoice value={about} onChange={setAbout} />
      <MarkdownField
        label={t('messages.text')}
        value={text}
        onChange={setText}
        onSubmit={() => void announce().catch(ignore)}
        maxLength={MAX_MESSAGE_LENGTH}
        attachments={attachments}
        onFiles={add}
        takesFocus={isInDialog}
      />
      <div className={classes.options}>
        <FilePick isMultiple onFiles={add}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isUploading}
              leftSection={<IconPaperclip size={18} aria-hidden />}
            >
              {t('messages.attach')}
            </Button>
          )}
        </FilePick>
      </div>
      <AttachedFiles
        files={files}
        areOnTop={areOnTop}
        areShown={areShown}
        onRemove={remove}
        onPlace={setAreOnTop}
        onShow={setAreShown}
      />
      <Checkbox
        label={t('messages.isUrgent')}
        description={t('messages.isUrgentNote')}
        checked={isUrgent}
        onChange={(event) => setIsUrgent(event.currentTarget.checked)}
      />
      {isAdminUser(me) && (
        <Checkbox
          label={t('messages.asJury')}
          description={t('messages.asJuryNote', {
            name: asAdmin ? t('messages.jury') : me.fullName || me.username,
          })}
          checked={asAdmin}
          onChange={(event) => setAsAdmin(event.currentTarget.checked)}
        />
      )}
      <Button
        type="submit"
        disabled={!canSend}
        loading={isSending}
        leftSection={<IconSpeakerphone size={18} aria-hidden />}
      >
        {t('messages.sendAll')}
      </Button>
    </SavingForm>
  );
}

/** Files of the message being written; each is uploaded when it is added. */
function useFiles(contestId: number) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly MessageFile[]>([]);
  const [uploads, setUploads] = useState(0);
  async function add(chosen: readonly File[]) {
    const room = MAX_MESSAGE_FILES - files.length;
    if (chosen.length > room) showNotice(t('messages.tooManyFiles', { count: MAX_MESSAGE_FILES }));
    setUploads((number) => number + 1);
    try {
      for (const file of chosen.slice(0, room)) {
        const uploaded = await uploadMessageFile(contestId, file);
        setFiles((known) => [...known, uploaded]);
      }
    } catch (error) {
      showError(error);
    } finally {
      setUploads((number) => number - 1);
    }
  }
  return {
    files,
    isUploading: uploads > 0,
    add: (chosen: readonly File[]) => void add(chosen),
    remove: (url: string) => setFiles((known) => known.filter((file) => file.url !== url)),
    removeAll: (sent: readonly MessageFile[]) =>
      setFiles((known) => known.filter((file) => !sent.includes(file))),
  };
}

function attachmentsOf(
  files: readonly MessageFile[],
  areOnTop: boolean,
  areShown: boolean,
): MessageAttachments {
  if (files.length === 0) return {};
  const config = {
    markup: 'markdown',
    files_location: areOnTop ? 'top' : 'bottom',
    files_show_embed: areShown,
  };
  return { config, files: [...files] };
}

/** Ignores an error that the mutation has reported; the text stays where it is. */
const ignore = () => undefined;
