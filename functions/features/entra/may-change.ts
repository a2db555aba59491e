import { sql } from 'drizzle-orm';

/** Whether all layers above leave single sign-on to this tenant (Spec 6). */
export const mayChange = sql`(select coalesce(bool_and(coalesce((v->>'below_saml')::boolean, true)), true) from app.settings_above() v)`;
