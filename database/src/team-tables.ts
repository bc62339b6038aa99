import type { Generated } from 'kysely';

/* Teams and where they come from. */

export interface OrganizationTable {
  id: Generated<number>;
  name: string;
  formalName: Generated<string>;
  country: string | null;
  logo: string | null;
  foreignId: string | null;
  version: Generated<number>;
}

/** What an account is besides when a team uses it. */
export interface TeamTable {
  accountId: number;
  name: string;
  organizationId: number | null;
  seat: Generated<string>;
  coach: Generated<string>;
  photo: string | null;
  foreignId: string | null;
  version: Generated<number>;
}

export interface TeamMemberTable {
  id: Generated<number>;
  teamId: number;
  position: number;
  accountId: number | null;
  name: string;
}
