import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { ActionIcon, Modal } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { useLimitsText } from '#features/problems/limits.tsx';
import { problemQuery } from '#features/problems/problems.data.ts';
import { Statement } from '#features/problems/statement/statement.tsx';
import { StatementSkeleton } from '#features/problems/statement/statement-skeleton.tsx';
import { problemVersionsQuery } from '#features/problems/versions/problem-versions.data.ts';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

export interface Previewed {
  id: number;
  title: string;
  versionId?: string | null;
}

export interface ProblemPreviewProps {
  /** A found problem, or the whole set. */
  problems: readonly Previewed[];
  /** The shown one; null closes the dialog. */
  place: number | null;
  onMove: (place: number) => void;
  onClose: () => void;
}

/** Statements as participants will read them, one after the other. */
export function ProblemPreview({ problems, place, onMove, onClose }: ProblemPreviewProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const shown = place === null ? undefined : problems[place];
  const isSet = problems.length > 1;
  const step = (by: number) => problems[(place ?? 0) + by] && onMove((place ?? 0) + by);
  return (
    <Modal.Root opened={shown !== undefined} onClose={onClose} size={820} fullScreen={isPhone} centered>
      <Modal.Overlay backgroundOpacity={0.4} />
      {shown && place !== null && (
        <Modal.Content
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft') step(-1);
            if (key === 'ArrowRight') step(1);
          }}
        >
          <Modal.Header className={classes.previewHead ?? ''}>
            <Modal.Title className={classes.previewTitle ?? ''}>
              {isSet && `${problemIndex(place)}. `}
              {shown.title}
            </Modal.Title>
            {isSet && (
              <>
                <ActionIcon aria-label={t('quickView.previous')} onClick={() => step(-1)}>
                  <IconArrowLeft size={20} aria-hidden />
                </ActionIcon>
                <ActionIcon aria-label={t('quickView.next')} onClick={() => step(1)}>
                  <IconArrowRight size={20} aria-hidden />
                </ActionIcon>
              </>
            )}
            <Modal.CloseButton size={44} aria-label={t('common.close')} />
          </Modal.Header>
          <Modal.Body>
            <Content key={shown.id} problem={shown} />
          </Modal.Body>
        </Modal.Content>
      )}
    </Modal.Root>
  );
}

function Content({ problem: { id, versionId } }: { problem: Previewed }) {
  const locale = useLocale();
  const limitsText = useLimitsText();
  const isPinned = typeof versionId === 'string';
  const { data: versions } = useQuery({ ...problemVersionsQuery(id), enabled: isPinned });
  const pinned = versions?.find(({ uuid }) => uuid === versionId)?.versionNumber;
  const { data, error, refetch } = useQuery({
    ...problemQuery(id, pinned, locale),
    enabled: !isPinned || versions !== undefined,
  });
  if (data === undefined && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <StatementSkeleton />;
  return (
    <>
      <p className={classes.note}>{limitsText(data)}</p>
      <Statement problem={data} />
    </>
  );
}
