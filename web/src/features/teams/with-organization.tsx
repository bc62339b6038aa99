import type { ShownOrganization } from '@balloon/contracts/users.ts';
import { organizationText } from '@balloon/domain/text/organization-text.ts';
import type { ReactNode } from 'react';
import classes from '#features/teams/with-organization.module.css';

/** The name of a team with its organisation below and the logo beside; a person's name stays as it is. */
export function WithOrganization({
  organization,
  children,
}: {
  organization: ShownOrganization | undefined;
  children: ReactNode;
}) {
  if (!organization) return children;
  return (
    <span className={classes.team}>
      {organization.logo === null ? (
        <span className={classes.initial} aria-hidden>
          {[...organization.name][0]}
        </span>
      ) : (
        <img className={classes.logo} src={organization.logo} alt="" />
      )}
      <span className={classes.lines}>
        <span className={classes.name}>{children}</span>
        <span className={classes.organization} title={organization.formalName || undefined}>
          {organizationText(organization)}
        </span>
      </span>
    </span>
  );
}
