import type { Channels } from '@balloon/contracts/people/account.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { channelsQuery } from '#shared/api/queries/channels.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Renders its children once it is known whether the site has mail. */
export function WithChannels({ children }: { children: (channels: Channels) => ReactNode }) {
  const { data, error, refetch } = useQuery(channelsQuery);
  if (data !== undefined) return children(data);
  return error === null ? (
    <FormSkeleton fields={1} />
  ) : (
    <ErrorState error={error} onRetry={() => void refetch()} />
  );
}

/** Placeholder in the shape of a form while its data loads. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: fields }, (_, index) => index).map((field) => (
        <div key={field}>
          <Skeleton height={15} width={110} mb={8} />
          <Skeleton height={50} mb={20} />
        </div>
      ))}
      <Skeleton height={50} />
    </div>
  );
}
