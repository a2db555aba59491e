import type { CustomField } from '../../../domain/custom-fields/field.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { GrantIdentity } from '../../../domain/report-access/grant-rule.ts';
import { identityKeys } from '../../../domain/reports/identity.ts';

/** An identity names only fields that may stand there: any other would refuse everyone. */
export function refuseUnknownFields(fields: readonly CustomField[], identity: GrantIdentity): void {
  if (identity.as !== 'fixed') return;
  const known = identityKeys(identity.username).every((key) => fields.some((field) => field.key === key && field.identity));
  if (!known) throw new AppError('invalid_input', { name: 'identity.username', reason: 'unknown' }, { field: 'identity.username' });
}
