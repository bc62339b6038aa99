import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import '@mantine/tiptap/styles.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { newsQuery } from '#features/news/news.data.ts';
import classes from '#features/news/news.module.css';
import { NewsForm } from '#features/news/news-form.tsx';
import { useMe } from '#shared/api/queries/session.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** /news/create and /news/{id}/edit */
export function Component() {
  const { t } = useTranslation();
  const { newsId } = useParams();
  const me = useMe();
  const title = t(newsId === undefined ? 'news.createTitle' : 'news.editTitle');
  usePageTitle(title);
  if (!me.isSupervisor) return <Navigate replace to="/contests" />;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      {newsId === undefined ? <Edited /> : <Existing newsId={Number(newsId)} />}
    </div>
  );
}

function Existing({ newsId }: { newsId: number }) {
  // Data as of opening the form: changes by others must not replace the text being edited.
  const { data, error, refetch } = useQuery({ ...newsQuery(newsId), staleTime: Number.POSITIVE_INFINITY });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormPlaceholder />;
  if (!data.canEdit) return <Navigate replace to={`/news/${newsId}`} />;
  const { title, body, Groups, isForEverybody } = data;
  return (
    <Edited
      newsId={newsId}
      initial={{ title, body, groupIds: isForEverybody ? [] : Groups.map(({ id }) => id) }}
    />
  );
}

const NOTHING = { title: '', body: '', groupIds: [] };

function Edited({
  newsId,
  initial = NOTHING,
}: Partial<Pick<Parameters<typeof NewsForm>[0], 'newsId' | 'initial'>>) {
  const { t } = useTranslation();
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  return (
    <NewsForm
      newsId={newsId}
      initial={initial}
      onSaved={async (news) => {
        showDone(t(newsId === undefined ? 'news.published' : 'news.saved'));
        changeLoaded(queryClient, newsQuery(news.id).queryKey, news);
        await queryClient.invalidateQueries({ queryKey: ['news', 'list'] });
        await navigate(`/news/${news.id}`);
      }}
    />
  );
}
