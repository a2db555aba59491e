import * as z from 'zod/mini';
import { accountFields as serviceFields } from '../bi-accounts/contract.ts';
import { maxSecretLength } from '../bi-accounts/limits.ts';
import { endpoint } from '../contract/endpoint.ts';
import { day, done, flag, id, instant, nameText, nothing, text, version, whole } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { zoneName } from '../contract/zone.ts';
import { customerInput } from '../customers/contract.ts';
import { buildRecord } from '../fields/fields.ts';
import { language } from '../session/contract.ts';
import { givenMenuNames } from '../settings/limits.ts';
import { maxOfLimit, ruleNames, type UnitField, type UnitLimit } from './fields.ts';
import { maxNameLength, maxReasonLength, trialDays } from './limits.ts';
import { tenantSorts, tenantStatuses, unitSorts } from './sorts.ts';

// Business units and partners as tenants (Spec 3, Business unit), as the layer above administers them.

/** Whether the platform set the state, so that this layer can't undo it. */
const held = z.array(z.enum(['blocked', 'deleted', 'trial']));

const tenantRow = z.object({
  id: z.string(),
  kind: z.enum(['platform', 'partner', 'unit']),
  name: z.string(),
  parent: z.nullable(z.string()),
  host: z.nullable(z.string()),
  ownDomain: z.nullable(z.string()),
  status: z.enum(tenantStatuses),
  statusReason: z.nullable(z.string()),
  trialEndsAt: z.nullable(instant),
  held,
  users: z.number(),
  userLimit: z.nullable(z.number()),
  bonusUsers: z.number(),
  reports: z.number(),
  units: z.number(),
  lastActivityAt: z.nullable(instant),
  version: z.number(),
  createdAt: instant,
  deletedAt: z.nullable(instant),
});
export type TenantRow = z.infer<typeof tenantRow>;

const statusFilter = { status: z.optional(z.enum(tenantStatuses)) };
const partnerFilters = { kind: z.optional(z.enum(['partner', 'unit'])), parent: z.optional(id), ...statusFilter };

export const listPartners = endpoint({
  method: 'GET',
  path: '/api/auth/partners',
  needs: 'partners.read',
  screens: ['partners'],
  summary: 'Lists the partners and business units of the whole platform; deleted ones only with status D.',
  input: z.strictObject({ ...listInput(tenantSorts), ...partnerFilters }),
  output: page(tenantRow),
});
export const exportPartners = endpoint({
  method: 'GET',
  path: '/api/auth/partners/export',
  needs: 'partners.read',
  screens: ['partners'],
  summary: 'Exports the same list as a table; formula cells are prefixed in CSV.',
  input: z.strictObject({ search: listInput(tenantSorts).search, sort: listInput(tenantSorts).sort, ...partnerFilters, ...filePart }),
  output: tableFile,
});

/** What a tree of tenants uses, and how much of its limits is given away; null where nothing was limited. */
const tree = z.object({
  users: z.number(),
  usersGiven: z.number(),
  userLimit: z.nullable(z.number()),
  domains: z.number(),
  domainsGiven: z.number(),
  domainLimit: z.nullable(z.number()),
  reports: z.number(),
  reportsGiven: z.number(),
  reportLimit: z.nullable(z.number()),
});
export type Tree = z.infer<typeof tree>;
const unitCounts = z.object({ all: z.number(), A: z.number(), T: z.number(), B: z.number(), I: z.number(), D: z.number() });

export const listUnits = endpoint({
  method: 'GET',
  path: '/api/auth/units',
  needs: 'units.manage',
  screens: ['companies', 'registration'],
  summary:
    'Lists the business units directly below this tenant, with the usage of the whole tree; searches by name, domain, or CNPJ or CPF of the client.',
  input: z.strictObject({ ...listInput(unitSorts), ...statusFilter }),
  output: z.object({ ...page(tenantRow).shape, counts: unitCounts, tree, directoryHolder: z.nullable(z.string()) }),
});
export const exportUnits = endpoint({
  method: 'GET',
  path: '/api/auth/units/export',
  needs: 'units.manage',
  screens: ['companies', 'registration'],
  summary: 'Exports the same list as a table; formula cells are prefixed in CSV.',
  input: z.strictObject({ search: listInput(unitSorts).search, sort: listInput(unitSorts).sort, ...statusFilter, ...filePart }),
  output: tableFile,
});

const both = ['partners', 'companies', 'registration'] as const;
const hiddenNames = z.array(z.string());

export const readUnit = endpoint({
  method: 'GET',
  path: '/api/auth/units/{id}',
  needs: 'units.manage',
  screens: both,
  summary: 'Returns one business unit or partner below this tenant with everything the tenant above decides.',
  input: z.strictObject({ id }),
  output: z.object({
    id: z.string(),
    kind: z.enum(['partner', 'unit']),
    name: z.string(),
    status: z.enum(tenantStatuses),
    statusReason: z.nullable(z.string()),
    language,
    timezone: z.string(),
    trialDays: z.nullable(z.number()),
    trialEndsAt: z.nullable(instant),
    held,
    /** The limits that the platform set: this layer can give at most that much. Absent where it set none. */
    limitsAbove: z.object({
      userLimit: z.optional(z.number()),
      bonusUsers: z.optional(z.number()),
      domainLimit: z.optional(z.number()),
      reportLimit: z.optional(z.number()),
    }),
    users: z.number(),
    userLimit: z.nullable(z.number()),
    bonusUsers: z.number(),
    domainLimit: z.nullable(z.number()),
    reportLimit: z.nullable(z.number()),
    defaultDirectory: flag,
    /** Which tenant of the same parent is the cloud identity provider's default now. */
    directoryHolder: z.nullable(z.string()),
    restrictAccounts: flag,
    allowReports: flag,
    lastUpdate: flag,
    ownDomain: z.nullable(z.string()),
    hosts: z.array(z.object({ host: z.string(), main: z.boolean() })),
    parent: z.object({ id: z.string(), name: z.string(), kind: z.string() }),
    payer: z.nullable(z.object({ id: z.string(), name: z.string(), document: z.string(), mine: z.boolean() })),
    /** A partner's own registration data. */
    partyId: z.nullable(z.string()),
    relation: z.nullable(
      z.object({ role: z.string(), verify: z.boolean(), status: z.string(), until: z.nullable(instant), since: instant }),
    ),
    admins: z.array(z.object({ name: z.string(), email: z.string(), waiting: z.boolean(), lastSignInAt: z.nullable(instant) })),
    /** Who was invited to administer it, while it has no administrator. */
    invitee: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
    lastActivityAt: z.nullable(instant),
    groups: z.number(),
    units: z.number(),
    tree,
    /** What this layer hides from it; what the tenant itself or other layers hide is separate. */
    hidden_menu: hiddenNames,
    hiddenByItself: hiddenNames,
    hiddenByOthers: hiddenNames,
    version: z.number(),
    createdAt: instant,
    deletedAt: z.nullable(instant),
  }),
});

const limits = {
  userLimit: z.nullable(whole(0, maxOfLimit.userLimit)),
  bonusUsers: whole(0, maxOfLimit.bonusUsers),
  domainLimit: z.nullable(whole(0, maxOfLimit.domainLimit)),
  reportLimit: z.nullable(whole(0, maxOfLimit.reportLimit)),
} satisfies Record<UnitLimit, unknown>;
const rules = buildRecord(ruleNames, () => flag);
const domain = z.nullable(z.string().check(z.trim(), z.maxLength(253, 'too_long')));
const subdomain = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(63, 'too_long'));

const edited = {
  name: z.optional(nameText(maxNameLength)),
  subdomain: z.optional(subdomain),
  ownDomain: z.optional(domain),
  userLimit: z.optional(limits.userLimit),
  bonusUsers: z.optional(limits.bonusUsers),
  domainLimit: z.optional(limits.domainLimit),
  reportLimit: z.optional(limits.reportLimit),
  ...buildRecord(ruleNames, () => z.optional(flag)),
  payerId: z.optional(z.nullable(id)),
  // Because there are hideable screens.
  hidden_menu: z.optional(z.array(z.enum(givenMenuNames as [string, ...string[]])).check(z.maxLength(60, 'too_long'))),
} satisfies Record<UnitField, unknown>;

export const editUnit = endpoint({
  method: 'PUT',
  path: '/api/auth/units/{id}',
  needs: 'units.manage',
  screens: both,
  summary: 'Updates the given fields of a unit or partner below, at the given version; a unit never changes its own limits.',
  input: z.strictObject({
    id,
    version,
    ...edited,
  }),
  output: z.object({ version: z.number() }),
  errors: ['changed_meanwhile', 'subdomain_taken', 'subdomain_reserved', 'capacity_exceeded', 'limit_by_platform'],
});
export type UnitEdit = z.output<typeof editUnit.input>;

export const changeUnit = endpoint({
  method: 'POST',
  path: '/api/auth/units/{id}/status',
  needs: 'units.manage',
  screens: both,
  summary:
    'Blocks (with a reason) or unblocks, extends or converts a trial, deletes or, within 30 days, restores. A partner can’t undo what the platform did.',
  input: z.strictObject({
    id,
    version,
    action: z.enum(['block', 'unblock', 'extend', 'convert', 'delete', 'restore']),
    reason: z._default(z.string().check(z.trim(), z.maxLength(maxReasonLength, 'too_long')), ''),
    /** The last day of the trial, in the unit's zone. */
    trialEndsOn: z.optional(day),
  }),
  output: z.object({ version: z.number() }),
  errors: ['changed_meanwhile', 'tenant_has_units', 'capacity_exceeded', 'set_by_platform'],
});

export const reinviteAdministrator = endpoint({
  method: 'POST',
  path: '/api/auth/units/{id}/invite',
  needs: 'units.manage',
  screens: both,
  summary:
    'Sends the first administrator’s invitation again, optionally to another address, while the unit or partner has no administrator.',
  input: z.strictObject({
    id,
    user: id,
    email: z.optional(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254, 'too_long'))),
  }),
  output: done,
  errors: ['not_found', 'already_accepted', 'email_taken'],
});

export const unitHistory = endpoint({
  method: 'GET',
  path: '/api/auth/units/{id}/history',
  needs: 'units.manage',
  screens: both,
  summary: 'Lists who in this tenant changed the unit or partner, when, and the previous values.',
  input: z.strictObject({ id }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: instant,
        who: z.nullable(z.string()),
        what: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
});

export const checkSubdomain = endpoint({
  method: 'GET',
  path: '/api/auth/subdomains/check',
  needs: 'units.manage',
  screens: both,
  summary: 'Checks whether a sub-domain is available: well-formed, not reserved, not taken.',
  input: z.strictObject({ name: z.string().check(z.trim(), z.maxLength(63, 'too_long')) }),
  output: z.object({ outcome: z.enum(['free', 'taken', 'reserved', 'invalid']), host: z.string() }),
});

export const unitChoices = endpoint({
  method: 'GET',
  path: '/api/auth/units/choices',
  needs: 'units.manage',
  screens: both,
  summary: 'Returns the defaults of a registration: the product’s domain, language and time zone, and what the tree’s limits leave.',
  input: nothing,
  output: z.object({
    productHost: z.string(),
    language,
    timezone: z.string(),
    tree,
    directoryHolder: z.nullable(z.string()),
    hasTheme: z.boolean(),
  }),
});

export const checkUnit = endpoint({
  method: 'POST',
  path: '/api/auth/units/check',
  needs: 'units.manage',
  reads: true,
  screens: both,
  summary: 'Validates one step of a registration and returns all problems at once: the client, and the administrator’s phone number.',
  input: z.strictObject({
    kind: z.enum(['unit', 'partner']),
    party: z.optional(z.strictObject(customerInput)),
    phone: z.optional(z.string().check(z.maxLength(40, 'too_long'))),
    timezone: z.optional(zoneName),
  }),
  output: z.object({
    refused: z.array(
      z.object({ field: z.string(), code: z.enum(['required', 'invalid', 'too_long', 'document_taken', 'customer_code_taken']) }),
    ),
  }),
});

const theme = z.strictObject({
  from: z.enum(['default', 'own', 'colors']),
  main: z.optional(z.string().check(z.maxLength(9, 'invalid'))),
  text: z.optional(z.string().check(z.maxLength(9, 'invalid'))),
});
const email = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254, 'too_long'));

export const addUnit = endpoint({
  method: 'POST',
  path: '/api/auth/units',
  needs: 'units.manage',
  screens: both,
  summary:
    'Registers a business unit or, for the platform, a partner, all or nothing: client, limits, sub-domain, theme, first administrator and service account.',
  input: z.strictObject({
    kind: z.enum(['unit', 'partner']),
    name: nameText(maxNameLength),
    language,
    timezone: zoneName,
    subdomain,
    ownDomain: z._default(domain, null),
    ...limits,
    ...rules,
    /** Null means no trial: billing begins today. */
    trialDays: z.nullable(whole(trialDays.least, trialDays.most)),
    /** Whether the unit's administrators have to approve each visit of this partner. */
    verify: z._default(flag, 'N'),
    payerId: z._default(z.nullable(id), null),
    /** A new party: the unit's paying client, or the partner's own registration data. */
    party: z._default(z.nullable(z.strictObject(customerInput)), null),
    theme,
    admin: z.strictObject({
      name: nameText(maxNameLength),
      email,
      phone: z._default(z.string().check(z.maxLength(40, 'too_long')), ''),
      language,
    }),
    account: z._default(z.nullable(z.strictObject({ ...serviceFields, secret: text(maxSecretLength) })), null),
  }),
  output: z.object({ id: z.string(), host: z.string(), address: z.string(), version: z.number() }),
  errors: [
    'subdomain_taken',
    'subdomain_reserved',
    'capacity_exceeded',
    'document_taken',
    'customer_code_taken',
    'theme_contrast',
    'not_permitted',
  ],
});
export type AddUnit = z.infer<typeof addUnit.input>;
