import type { News } from '@balloon/contracts/talk/news.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { newsListQuery } from '#features/news/news.data.ts';
import classes from '#features/news/news-block.module.css';
import { useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** News above the list of contests; absent for participants without any. */
export function NewsBlock() {
  const { t } = useTranslation();
  const { isSupervisor } = useMe();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(newsListQuery);
  const news = data?.pages.flat();
  // News are loaded before this screen is shown, unless that failed.
  if (!news && !error) return null;
  if (news?.length === 0 && !isSupervisor) return null;
  return (
    <section className={classes.block} aria-labelledby="news">
      <header className={classes.head}>
        <h2 id="news" className={classes.title}>
          {t('news.title')}
        </h2>
        {isSupervisor && (
          <Button
            component={Link}
            to="/news/create"
            variant="subtle"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t('news.create')}
          </Button>
        )}
      </header>
      {error && !news && <ErrorState error={error} onRetry={() => void refetch()} />}
      {news?.length === 0 && <p className={classes.empty}>{t('news.empty')}</p>}
      {news && news.length > 0 && (
        <ul className={classes.list}>
          {news.map((item) => (
            <NewsRow key={item.id} news={item} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('news.more')}
        </Button>
      )}
    </section>
  );
}

function NewsRow({ news }: { news: News }) {
  const formats = useFormats();
  const { isSupervisor } = useMe();
  return (
    <li className={classes.row}>
      <Link className={classes.link} to={`/news/${news.id}`}>
        {news.title}
      </Link>
      <p className={classes.facts}>
        <time dateTime={news.createdAt}>{formats.date(Date.parse(news.createdAt))}</time>
        {' · '}
        {news.User.fullName || news.User.username}
      </p>
      {news.body !== '' && <p className={classes.excerpt}>{plainText(news.body)}</p>}
      {isSupervisor && <GroupChips groups={news.Groups} />}
    </li>
  );
}

/** Unescapes the server's excerpt, which is escaped for HTML. */
function plainText(escaped: string): string {
  return new DOMParser().parseFromString(escaped, 'text/html').body.textContent ?? '';
}
