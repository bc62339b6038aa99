import type { News } from '@balloon/contracts/talk/news.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import '@mantine/tiptap/styles.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { newsQuery } from '#features/news/news.data.ts';
import classes from '#features/news/news.module.css';
import { NewsForm, type NewsFormProps } from '#features/news/news-form.tsx';
import { useFresh } from '#shared/api/loaded/use-fresh.ts';
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
  const query = useQuery({ ...newsQuery(newsId), staleTime: 0 });
  const first = useFresh(query);
  const queryClient = useQueryClient();
  const [taken, setTaken] = useState<News>();
  const take = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...newsQuery(newsId), staleTime: 0 }),
    onSuccess: setTaken,
  });
  const data = taken ?? first;
  if (query.error && !data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!data) return <FormPlaceholder />;
  if (!data.canEdit) return <Navigate replace to={`/news/${newsId}`} />;
  const { title, body, Groups, isForEverybody, version } = data;
  return (
    <Edited
      key={version}
      newsId={newsId}
      version={version}
      onTake={() => take.mutate()}
      initial={{ title, body, groupIds: isForEverybody ? [] : Groups.map(({ id }) => id) }}
    />
  );
}

const NOTHING = { title: '', body: '', groupIds: [] };

function Edited({
  newsId,
  initial = NOTHING,
  ...existing
}: Partial<Pick<NewsFormProps, 'newsId' | 'initial' | 'version' | 'onTake'>>) {
  const { t } = useTranslation();
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  return (
    <NewsForm
      {...existing}
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
