import { cut } from '../text/cut.ts';
import { normalName } from '../text/name.ts';
import { maxNameLength } from '../users/limits.ts';
import { normalEmail } from '../users/person.ts';
import { isEmail } from '../validation/email.ts';
import { isGuid } from './limits.ts';

/** The user as the provider describes them; `groups` is null where its token says nothing about groups. */
export type CloudPerson = {
  tid: string;
  oid: string;
  email: string;
  vouched: boolean;
  guest: boolean;
  name: string;
  groups: string[] | null;
};

const maxGroups = 1000;
const getText = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : '');

/**
 * Reads a user from the claims of a checked token; null without the two that form the key, directory and object. A directory vouches for an
 * address only as the sign-in name of a member or with a verified-domain claim: the e-mail claim by itself can be anything. A guest's
 * sign-in name belongs to another directory and proves nothing here.
 */
export function cloudPerson(claims: Readonly<Record<string, unknown>>): CloudPerson | null {
  const [tid, oid] = [getText(claims.tid).toLowerCase(), getText(claims.oid).toLowerCase()];
  if (!isGuid(tid) || !isGuid(oid)) return null;
  const signInName = normalEmail(getText(claims.preferred_username));
  const said = normalEmail(getText(claims.email));
  const guest = isGuest(claims, tid, signInName);
  const isMember = isEmail(signInName) && !guest;
  const email = isMember ? signInName : isEmail(said) ? said : '';
  const marked = claims.xms_edov === true || claims.xms_edov === 1 || claims.xms_edov === '1' || claims.xms_edov === 'true';
  const name = cut(normalName(getText(claims.name)), maxNameLength).trim() || (email.split('@')[0] ?? '');
  const groups = Array.isArray(claims.groups) ? claims.groups.filter((each) => typeof each === 'string').slice(0, maxGroups) : null;
  return { tid, oid, email, vouched: email !== '' && (isMember || marked), guest, name, groups };
}

/** A user of another directory: marked as a guest, signed in by another provider, or recognized by the form of the name. */
function isGuest(claims: Readonly<Record<string, unknown>>, tid: string, signInName: string): boolean {
  const marked = claims.acct !== undefined && claims.acct !== 0 && claims.acct !== '0';
  const foreign = claims.idp !== undefined && claims.idp !== claims.iss && !getText(claims.idp).toLowerCase().includes(`/${tid}/`);
  return (
    marked ||
    foreign ||
    [signInName, getText(claims.upn).toLowerCase(), getText(claims.unique_name).toLowerCase()].some((name) => name.includes('#ext#'))
  );
}
