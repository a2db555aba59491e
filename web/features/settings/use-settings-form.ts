import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { areaFields, type SettingsAreaName } from '../../../domain/settings/areas.ts';
import { defaultSettings } from '../../../domain/settings/defaults.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { configQuery } from '../../app/data/queries.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useRouteGuard } from '../../app/routes/route-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { unsent } from '../../ui/unsent.ts';
import { formQuery } from './loader.ts';
import type { Config, Patch } from './queries.ts';

/** The editable fields of the API. */
export type Edits = Omit<Patch, 'version' | 'confirm_lockout'>;
export type Field = keyof Edits;
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** One area of the settings: edits overlay the server's values, and only edits are sent. */
export function useSettingsForm() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { data, refetch } = useSuspenseQuery(formQuery);
  const [edits, setEdits] = useState<Edits>({});
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const [conflict, setConflict] = useState(false);
  const [lockout, setLockout] = useState<{ address: string; name: string } | null>(null);
  const [saving, setSaving] = useState(false);
  const stored: Edits = { ...data, tasks_keep_moment: undefined };
  const changed = (Object.keys(edits) as Field[]).filter((field) => !same(edits[field], stored[field])); // because edits has only fields
  useRouteGuard(changed.length > 0);

  const save = async (typed?: string): Promise<void> => {
    if (changed.length === 0) return;
    setSaving(true);
    setRefused({});
    setConflict(false);
    try {
      await call('POST /api/auth/config/update', {
        version: data.version,
        ...(typed ? { confirm_lockout: typed } : {}),
        ...Object.fromEntries(changed.map((field) => [field, edits[field]])),
      });
      await client.refetchQueries({ queryKey: formQuery.queryKey });
      setEdits((now) => unsent(now, edits));
      // The settings take effect in this portal at once.
      void client.invalidateQueries({ queryKey: configQuery().queryKey });
      void client.invalidateQueries({ queryKey: ['reports'] });
      void client.invalidateQueries({ queryKey: ['settings', 'history'] });
      void client.invalidateQueries({ queryKey: ['notifications', 'mail'] });
      toast.success(t('settings.done'), { text: t('settings.saved') });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.status === 'changed_meanwhile') setConflict(true);
      else if (failure.status === 'ip_lockout')
        setLockout({ address: String(failure.vars?.address ?? ''), name: String(failure.vars?.name ?? '') });
      else if (failure.field) setRefused({ [failure.field]: errorText(failure) });
    } finally {
      setSaving(false);
    }
  };
  /** An area's fields that differ from their default, with the default; time zone and language belong to the unit and have none. */
  const offDefault = (area: SettingsAreaName): Edits => {
    const values = { ...data, ...edits };
    const fields = areaFields[area].flatMap((field) => {
      // Fields withheld by the layer above cannot be reset.
      if (!(field in data)) return [];
      if (!(field in defaultSettings) || field === 'timezone') return [];
      const usual = defaultSettings[field as keyof typeof defaultSettings]; // because it was looked up in it
      return same(values[field as Field], usual) ? [] : [[field, usual] as const];
    });
    return Object.fromEntries(fields);
  };
  return {
    isDefault: (area: SettingsAreaName) => Object.keys(offDefault(area)).length === 0,
    toDefaults: (area: SettingsAreaName) => setEdits((before) => ({ ...before, ...offDefault(area) })),
    // because an edit has the type of its field
    valueOf: <F extends Field & keyof Config>(field: F): Config[F] => (field in edits ? (edits[field] as Config[F]) : data[field]),
    config: data,
    /** Whether automatic actions keep their moment in the chosen time zone; asked only where it is another one. */
    keepsMoment: edits.tasks_keep_moment ?? 'N',
    set<F extends Field>(field: F, value: Edits[F]) {
      // The answer for automatic actions is for one new zone; another zone starts without it.
      setEdits((before) => ({ ...before, ...(field === 'timezone' && { tasks_keep_moment: undefined }), [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    getError: (field: Field): string | undefined =>
      refused[field] ?? Object.entries(refused).find(([name]) => name.startsWith(`${field}.`))?.[1],
    /** The list of addresses to be saved would lock the current user out. */
    lockout,
    forgetLockout: () => setLockout(null),
    errors: Object.keys(refused).length,
    changes: changed.length,
    saving,
    conflict,
    save,
    discard: () => {
      setEdits({});
      setRefused({});
      setConflict(false);
    },
    /** Loads the newer version; edits stay. */
    async reload() {
      await refetch();
      setConflict(false);
    },
  };
}
export type SettingsForm = ReturnType<typeof useSettingsForm>;
