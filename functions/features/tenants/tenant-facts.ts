import type { TenantStatus } from '../../../domain/tenants/sorts.ts';

// The jsonb that database functions return about a tenant.

export type TreeRow = {
  users: number;
  users_given: number;
  domains: number;
  domains_given: number;
  reports: number;
  reports_given: number;
};
export type Limits = { user_limit: number | null; domain_limit: number | null; report_limit: number | null };
/** The result of `app.own_tree` about this tenant and everything below it. */
export type OwnTree = TreeRow & Limits & { directory_holder: string | null };

/** The result of `app.tenant_facts` about a tenant. */
export type TenantFacts = {
  id: string;
  kind: 'partner' | 'unit';
  name: string;
  status: TenantStatus;
  status_reason: string | null;
  language: string;
  zone: string;
  trial_days: number | null;
  trial_ends_at: string | null;
  held: ('blocked' | 'deleted' | 'trial')[];
  limits_above: { user_limit?: number; bonus_users?: number; domain_limit?: number; report_limit?: number };
  users_used: number;
  user_limit: number | null;
  bonus_users: number;
  domain_limit: number | null;
  report_limit: number | null;
  default_directory: boolean;
  directory_holder: string | null;
  restrict_accounts: boolean;
  allow_reports: boolean;
  last_update: boolean;
  own_domain: string | null;
  hosts: { host: string; main: boolean }[];
  parent: { id: string; name: string; kind: string };
  payer: { id: string; name: string; document: string | null; mine: boolean } | null;
  party: string | null;
  relation: { role: string; verify: boolean; status: string; until: string | null; since: string } | null;
  admins: { name: string; email: string; waiting: boolean; last: string | null }[];
  invitee: { id: string; name: string; email: string } | null;
  last_activity: string | null;
  groups: number;
  units: number;
  tree: TreeRow;
  hidden_by_partner: string[];
  hidden_by_platform: string[];
  hidden_above: string[];
  hidden_by_itself: string[];
  version: number;
  created_at: string;
  deleted_at: string | null;
};
