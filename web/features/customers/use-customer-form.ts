import { customerProblems } from '../../../domain/customers/customer.ts';
import { type CustomerDraft, type CustomerField, customerFields, emptyCustomer } from '../../../domain/customers/fields.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';

// Phone numbers are parsed by the server, whose table of countries is large.
const anyPhone = () => '';
const messages = { required: 'ui.form.required', invalid: 'ui.form.invalid', too_long: 'parties.tooLong' } as const;

/** A draft in the API's format. */
export const toCustomerInput = (draft: CustomerDraft) => ({ ...draft, invoiceEmails: [...draft.invoiceEmails] });

export const toCustomerDraft = (party: CustomerDraft): CustomerDraft => pick(party, customerFields);

export const getLabel = (field: CustomerField): TextKey => `parties.field.${field}`;

export function useCustomerForm(start: CustomerDraft = emptyCustomer, version = 0) {
  const { t } = useTranslation();
  return useForm({
    start,
    version,
    problems: (draft) =>
      problemTexts(customerProblems(draft, anyPhone), (problem, field) =>
        problem === 'invalid' && field === 'document' ? t('parties.documentInvalid') : t(messages[problem], { name: t(getLabel(field)) }),
      ),
  });
}
export type CustomerFormState = ReturnType<typeof useCustomerForm>;
