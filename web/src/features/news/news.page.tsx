import type { News } from '@balloon/contracts/talk/news.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { deleteNews, newsListQuery, newsQuery } from '#features/news/news.data.ts';
import classes from '#features/news/news.module.css';
import { ForeignHtml } from '#features/problems/statement/foreign-html.tsx';
import { useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { Guarded } from '#shared/ui/states/guarded.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** /news/{id} */
export function Component() {
  const { t } = useTranslation();
  const newsId = Number(useParams().newsId);
  const { data: news, error, refetch } = useQuery(newsQuery(newsId));
  usePageTitle(news?.title, error);
  return (
    <div className={classes.page}>
      {(news || !error) && <BackLink to="/contests">{t('news.back')}</BackLink>}
      {news && <Article news={news} />}
      {!news && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!news && !error && <ArticleSkeleton />}
    </div>
  );
}

function Article({ news }: { news: News }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { isSupervisor } = useMe();
  const [createdMs, updatedMs] = [Date.parse(news.createdAt), Date.parse(news.updatedAt)];
  return (
    <article>
      <h1 className={classes.title}>{news.title}</h1>
      <p className={classes.facts}>
        <time dateTime={news.createdAt} title={formats.exact(createdMs)}>
          {formats.dateTime(createdMs)}
        </time>
        {' · '}
        {news.User.fullName || news.User.username}
        {updatedMs > createdMs && ` · ${t('news.edited', { when: formats.dateTime(updatedMs) })}`}
      </p>
      {isSupervisor && <GroupChips groups={news.Groups} />}
      {news.canEdit && <Actions news={news} />}
      <div className={classes.body}>
        <Guarded of={news.body} fallback={<p>{t('statement.broken')}</p>}>
          <ForeignHtml html={news.body} />
        </Guarded>
      </div>
    </article>
  );
}

function Actions({ news }: { news: News }) {
  const { t } = useTranslation();
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteNews(news.id),
    onSuccess: async () => {
      showDone(t('news.deleted'));
      await navigate('/contests');
      // Only the lists: the item may still be on the screen and would be fetched again.
      await queryClient.invalidateQueries({ queryKey: newsListQuery.queryKey });
      queryClient.removeQueries({ queryKey: newsQuery(news.id).queryKey, type: 'inactive' });
    },
  });
  async function ask() {
    const isWanted = await confirm({
      title: t('news.deleteTitle', { title: news.title }),
      text: t('news.deleteText'),
      yes: t('news.delete'),
      isDestructive: true,
    });
    if (isWanted) remove.mutate();
  }
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to={`/news/${news.id}/edit`}
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        {t('news.edit')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={18} aria-hidden />}
        loading={remove.isPending}
        onClick={ask}
      >
        {t('news.delete')}
      </Button>
    </div>
  );
}

function ArticleSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton height={40} width="70%" mb="sm" />
      <Skeleton height={18} width={260} mb="xl" />
      <Skeleton height={160} />
    </div>
  );
}
