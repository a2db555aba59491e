import type { CustomField } from '../../../domain/custom-fields/field.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import type { GrantIdentity } from '../../../domain/report-access/grant-rule.ts';
import { identityKeys } from '../../../domain/reports/identity.ts';

/** An identity only names fields that may be part of one: any other would refuse every user. */
export function refuseUnknownFields(fields: readonly CustomField[], identity: GrantIdentity): void {
  if (identity.as !== 'fixed') return;
  const known = identityKeys(identity.username).every((key) => fields.some((field) => field.key === key && field.identity));
  if (!known) throw invalidInput('identity.username', 'unknown');
}
