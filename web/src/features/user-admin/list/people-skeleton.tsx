import { Skeleton } from '@mantine/core';
import classes from '#features/user-admin/list/people-list.module.css';
import { PEOPLE_PAGE_SIZE } from '#features/user-admin/people.data.ts';

/** A list of people that loads, in the shape of its rows. */
export function PeopleSkeleton() {
  return (
    <div aria-busy="true">
      {Array.from({ length: PEOPLE_PAGE_SIZE }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton width={20} height={20} mx={2} />
          <div className={classes.main}>
            <Skeleton width="40%" height={18} my={3} />
            <Skeleton width="60%" height={14} my={6} />
          </div>
          <Skeleton width={110} height={14} my={5} />
        </div>
      ))}
    </div>
  );
}
