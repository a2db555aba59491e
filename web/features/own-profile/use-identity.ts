import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Language } from '../../../domain/session/languages.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { configQuery } from '../../app/data/queries.ts';
import { errorText } from '../../app/notices/notify.ts';
import { setLanguage, useTranslation } from '../../i18n.ts';
import { type OwnProfile, ownProfileQuery } from './queries.ts';

export type Draft = { name: string; phone: string; language: Language | null };
export type Faults = Partial<Record<'name' | 'phone', string>>;
type Phone = { read: (text: string, country?: string) => string | null; show: (stored: string) => string };

/** The phone-number parser is a separate chunk because of its size; until it has loaded any number passes and the server decides. */
function usePhone(): Phone | null {
  const [phone, setPhone] = useState<Phone | null>(null);
  // Loads the code once the form is rendered.
  useEffect(() => {
    let here = true;
    import('../../../domain/users/phone.ts')
      .then(({ readPhone, showPhone }) => here && setPhone({ read: readPhone, show: showPhone }))
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, []);
  return phone;
}

/** The user's own name, phone number and language, as a part of a form that saves them. */
export function useIdentity() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, refetch } = useSuspenseQuery(ownProfileQuery);
  const phone = usePhone();
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const [faults, setFaults] = useState<Faults>({});
  const kept = (profile: OwnProfile): Draft => ({
    name: profile.name,
    phone: profile.phone ? (phone?.show(profile.phone) ?? profile.phone) : '',
    language: profile.language,
  });
  const draft: Draft = { ...kept(data), ...edits };
  // The edits are of these fields.
  const dirty = Object.entries(edits).some(([field, value]) => value !== kept(data)[field as keyof Draft]);
  const number = draft.phone.trim() ? (phone ? phone.read(draft.phone, data.country) : draft.phone) : null;
  const shown = number && phone ? phone.show(number) : null;
  const set = <K extends keyof Draft>(field: K, value: Draft[K]) => {
    setEdits((before) => ({ ...before, [field]: value }));
    setFaults({});
  };
  const check = () => {
    const wrong: Faults = {
      ...(draft.name.trim() ? {} : { name: t('ui.form.required', { name: t('users.field.name') }) }),
      ...(draft.phone.trim() && number === null ? { phone: t('ui.form.invalid', { name: t('users.field.phone') }) } : {}),
    };
    setFaults(wrong);
    return Object.keys(wrong).length === 0;
  };
  const renew = () => {
    void client.invalidateQueries({ queryKey: ownProfileQuery.queryKey });
    void client.invalidateQueries({ queryKey: configQuery().queryKey });
  };
  const save = async (): Promise<{ failed: boolean; problem: string | null }> => {
    if (!dirty) return { failed: false, problem: null };
    try {
      await call('PUT /api/auth/account/profile', {
        version: data.version,
        name: draft.name,
        // An unedited number is sent back exactly as stored.
        phone: edits.phone === undefined ? data.phone : draft.phone.trim() || null,
        language: draft.language,
      });
      if (edits.language) await setLanguage(edits.language);
      setEdits({});
      renew();
      return { failed: false, problem: null };
    } catch (failure) {
      const field = failure instanceof ApiError ? failure.field : null;
      if (field === 'name' || field === 'phone') setFaults({ [field]: errorText(failure) });
      else if (failure instanceof ApiError && failure.status === 'changed_meanwhile') void refetch();
      return { failed: true, problem: field === 'name' || field === 'phone' ? null : errorText(failure) };
    }
  };
  return {
    data,
    draft,
    dirty,
    faults,
    read: shown && shown !== draft.phone ? shown : null,
    set,
    check,
    save,
    renew,
  };
}
