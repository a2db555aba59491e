import { useState } from 'react';
import { emptyParty, type PartyDraft, type PartyField, partyFields, partyProblems } from '../../../domain/parties/party.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
// Numbers of telephones are read by the server, whose table of countries is heavy.
const anyPhone = () => '';
const messages = { required: 'ui.form.required', invalid: 'ui.form.invalid', too_long: 'parties.tooLong' } as const;

/** The wire's form of a draft, and back. */
export const partyInputOf = (draft: PartyDraft) => ({ ...draft, invoiceEmails: [...draft.invoiceEmails] });

export const labelOf = (field: PartyField): TextKey => `parties.field.${field}`;

/** The state of the fields of a party: what was typed lies over what the server has, so that a newer version can be put underneath. */
export function usePartyForm(start: PartyDraft = emptyParty) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<{ draft: PartyDraft; version: number }>({ draft: start, version: 0 });
  const [edits, setEdits] = useState<Partial<PartyDraft>>({});
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<PartyField, string>>>({});
  const draft: PartyDraft = { ...saved.draft, ...edits };
  const problems = partyProblems(draft, anyPhone);
  return {
    draft,
    version: saved.version,
    dirty: partyFields.some((field) => !same(draft[field], saved.draft[field])),
    set<Field extends PartyField>(field: Field, value: PartyDraft[Field]) {
      setEdits((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    errorOf(field: PartyField): string | undefined {
      const own = tried ? problems[field] : undefined;
      if (own === 'invalid' && field === 'document') return t('parties.documentInvalid');
      return own ? t(messages[own], { name: t(labelOf(field)) }) : refused[field];
    },
    check(): boolean {
      setTried(true);
      return Object.keys(problems).length === 0;
    },
    refuse: (field: PartyField, text: string) => {
      setTried(true);
      setRefused((before) => ({ ...before, [field]: text }));
    },
    load: (party: PartyDraft & { version: number }) =>
      setSaved({ draft: Object.fromEntries(partyFields.map((field) => [field, party[field]])) as PartyDraft, version: party.version }), // because every field is carried over
  };
}
export type PartyForm = ReturnType<typeof usePartyForm>;
