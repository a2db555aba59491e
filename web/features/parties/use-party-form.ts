import { emptyParty, type PartyDraft, type PartyField, partyFields, partyProblems } from '../../../domain/parties/party.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';

// Phone numbers are parsed by the server, whose table of countries is large.
const anyPhone = () => '';
const messages = { required: 'ui.form.required', invalid: 'ui.form.invalid', too_long: 'parties.tooLong' } as const;

/** A draft in the API's format. */
export const partyInputOf = (draft: PartyDraft) => ({ ...draft, invoiceEmails: [...draft.invoiceEmails] });

export const partyDraftOf = (party: PartyDraft): PartyDraft =>
  Object.fromEntries(partyFields.map((field) => [field, party[field]])) as PartyDraft; // because every field is carried over

export const labelOf = (field: PartyField): TextKey => `parties.field.${field}`;

export function usePartyForm(start: PartyDraft = emptyParty) {
  const { t } = useTranslation();
  return useForm({
    start,
    problems: (draft) =>
      problemTexts(partyProblems(draft, anyPhone), (problem, field) =>
        problem === 'invalid' && field === 'document' ? t('parties.documentInvalid') : t(messages[problem], { name: t(labelOf(field)) }),
      ),
  });
}
export type PartyForm = ReturnType<typeof usePartyForm>;
