import { sql } from 'drizzle-orm';

/** SQL: whether all layers above leave the ways in (SAML, Entra, SCIM) to this tenant (Spec 6, `below_saml`). */
export const waysLeft = sql`(select coalesce(bool_and(coalesce((v->>'below_saml')::boolean, true)), true) from app.settings_above() v)`;
