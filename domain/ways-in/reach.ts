export const wayKinds = ['password', 'saml', 'entra', 'directory', 'embedding', 'partner', 'mail', 'domain'] as const;
export type WayKind = (typeof wayKinds)[number];

/** What an access point can do, and what it can't, as texts say it (`ways.reach.…`). */
export const reaches = [
  'account',
  'unitOnly',
  'bindsPlain',
  'bindsNobody',
  'linked',
  'makes',
  'guests',
  'noAdministrators',
  'provisions',
  'adopts',
  'adoptsNobody',
  'raises',
  'viewers',
  'entersAdmin',
  'entersUser',
  'entersNot',
  'verified',
  'unverified',
  'keysClosed',
  'keepsTasks',
  'news',
  'noSecrets',
  'typedHere',
] as const;
export type Reach = (typeof reaches)[number];

type Facts = {
  domains?: readonly string[] | undefined;
  linked?: boolean | undefined;
  makes?: boolean | undefined;
  guests?: boolean | undefined;
  tied?: boolean | undefined;
  raises?: boolean | undefined;
  role?: string | undefined;
  verify?: boolean | undefined;
};

/**
 * What an access point reaches (docs/security.md): the same rules that sign-in, directories and visits follow, in words for administrators.
 */
export function getReach(kind: WayKind, { domains = [], linked, makes, guests, tied, raises, role, verify }: Facts = {}): Reach[] {
  const listed = domains.length > 0;
  const when = (condition: boolean | undefined, reach: Reach): Reach[] => (condition ? [reach] : []);
  switch (kind) {
    case 'password':
      return ['account'];
    case 'saml':
    case 'entra':
      return [
        'unitOnly',
        listed ? 'bindsPlain' : 'bindsNobody',
        ...when(linked, 'linked'),
        ...when(listed && makes, 'makes'),
        ...when(guests, 'guests'),
        'noAdministrators',
      ];
    case 'directory':
      return ['provisions', tied && listed ? 'adopts' : 'adoptsNobody', ...when(raises, 'raises')];
    case 'embedding':
      return ['viewers', 'unitOnly'];
    case 'partner':
      if (role === 'billing') return ['entersNot'];
      return [
        role === 'user' ? 'entersUser' : 'entersAdmin',
        verify ? 'verified' : 'unverified',
        'keysClosed',
        ...when(role !== 'user', 'keepsTasks'),
      ];
    case 'mail':
      return ['news', 'noSecrets'];
    case 'domain':
      return ['typedHere'];
  }
}
