import { fold } from '../text/fold.ts';
import { normalName } from '../text/name.ts';
import { isEmail } from '../validation/email.ts';
import { brazilianStates, countries, isPostalCode } from './countries.ts';
import { plainDocument, readDocument } from './document.ts';
import { type CustomerDraft, type CustomerField, customerFields, longest } from './fields.ts';
import { maxInvoiceEmails } from './limits.ts';

export type CustomerProblem = 'required' | 'invalid' | 'too_long';

const normalEmail = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/**
 * The draft as stored: trimmed, the number without punctuation, the person type that the number implies, addresses in lower case without
 * duplicates.
 */
export function keptCustomer(draft: CustomerDraft): CustomerDraft {
  const kept = Object.fromEntries(
    customerFields.map((field) => {
      const value = draft[field];
      return [field, typeof value === 'string' ? normalName(value) : value];
    }),
  ) as CustomerDraft; // because every field was carried over
  const isBrazilian = kept.country === 'BR';
  const read = isBrazilian ? readDocument(kept.document) : null;
  return {
    ...kept,
    document: isBrazilian ? plainDocument(kept.document) : kept.document.toUpperCase(),
    person: read?.person ?? kept.person,
    stateRegistration: kept.stateRegistration.toUpperCase(),
    businessEmail: normalEmail(kept.businessEmail),
    invoiceEmails: [...new Set(draft.invoiceEmails.map(normalEmail).filter((email) => email !== ''))],
    postalCode: isBrazilian ? kept.postalCode.replace(/[\s.-]+/g, '') : kept.postalCode.toUpperCase(),
    state: isBrazilian ? kept.state.toUpperCase() : kept.state,
  };
}

function documentProblem({ document, country }: CustomerDraft): CustomerProblem | null {
  if (country !== 'BR') return /^[\dA-Z][\dA-Z ./-]{0,29}$/.test(document) || document === '' ? null : 'invalid';
  if (document === '') return 'required';
  return readDocument(document) ? null : 'invalid';
}

/**
 * What is wrong, by field. Brazil requires a CNPJ or CPF with valid check digits, its own states and postal codes; other countries are free
 * text.
 */
export function customerProblems(
  draft: CustomerDraft,
  readPhone: (text: string, country: string) => string | null,
): Partial<Record<CustomerField, CustomerProblem>> {
  const kept = keptCustomer(draft);
  const problems: Partial<Record<CustomerField, CustomerProblem>> = {};
  for (const field of customerFields)
    if (String(kept[field]).length > (longest[field] ?? Number.POSITIVE_INFINITY)) problems[field] = 'too_long';
  if (!kept.fantasyName) problems.fantasyName = 'required';
  else if (!fold(kept.fantasyName)) problems.fantasyName = 'invalid';
  const wrong = documentProblem(kept);
  if (wrong) problems.document = wrong;
  if (!/^[\dA-Z./-]*$/.test(kept.stateRegistration)) problems.stateRegistration = 'invalid';
  if (kept.commercialPhone && readPhone(kept.commercialPhone, kept.country) === null) problems.commercialPhone = 'invalid';
  if (kept.businessEmail && !isEmail(kept.businessEmail)) problems.businessEmail = 'invalid';
  if (kept.invoiceEmails.length > maxInvoiceEmails) problems.invoiceEmails = 'too_long';
  else if (!kept.invoiceEmails.every(isEmail)) problems.invoiceEmails = 'invalid';
  if (!countries.includes(kept.country)) problems.country = 'invalid';
  if (kept.country === 'BR' && kept.state && !brazilianStates.includes(kept.state)) problems.state = 'invalid';
  if (kept.postalCode && !isPostalCode(kept.postalCode, kept.country)) problems.postalCode = 'invalid';
  return problems;
}
