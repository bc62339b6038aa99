import { SUPPORT_USER_ID } from '@balloon/contracts/talk/chat-limits.ts';
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import classes from '#features/chat/chat.module.css';
import { DialogList } from '#features/chat/dialog-list.tsx';
import { DialogPane } from '#features/chat/dialog-pane.tsx';
import { useMe } from '#shared/api/queries/session.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** /chat/{peerId}: a person's dialog with the supervisors, or the dialogs that supervisors share. */
export function Component() {
  const { t } = useTranslation();
  const me = useMe();
  const wanted = useParams().peerId ?? '';
  const peerId = wanted === 'admin' ? SUPPORT_USER_ID : Number(wanted);
  const isWithSupport = peerId === SUPPORT_USER_ID;
  usePageTitle(t(me.isSupervisor ? 'chat.titleOfSupervisor' : 'chat.title'));

  if (wanted !== 'admin' && (isWithSupport || !me.isSupervisor)) return <Navigate to="/chat/admin" replace />;
  if (!me.isSupervisor) {
    return (
      <div className={classes.page} data-shows="dialog">
        <DialogPane key={peerId} peerId={peerId} />
      </div>
    );
  }
  return (
    <div className={classes.page} data-has-list data-shows={isWithSupport ? 'list' : 'dialog'}>
      <DialogList openId={isWithSupport ? null : peerId} />
      {isWithSupport ? (
        <div className={classes.nobody}>
          <EmptyState
            icon={<IconMessages size={44} stroke={1.4} aria-hidden />}
            title={t('chat.chooseTitle')}
            text={t('chat.chooseText')}
          />
        </div>
      ) : (
        <DialogPane key={peerId} peerId={peerId} />
      )}
    </div>
  );
}
