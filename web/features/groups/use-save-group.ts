import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { groupFields } from '../../../domain/groups/fields.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';
import { type Refusal, refusalOf } from '../../app/SaveRefusal.tsx';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { type Kind, wordOf } from './kind.ts';
import { refreshGroups } from './queries.ts';
import type { GroupForm } from './use-group-form.ts';

/** Saves the form: a refusal is said at its field, else above the form, and never as a notice as well. */
export function useSaveGroup(kind: Kind, id: string | null, form: GroupForm) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Refusal | null>(null);

  const send = () => {
    const { groupId, viewers, ...fields } = form.draft;
    const input = {
      kind,
      ...fields,
      viewers: fields.audience === 'chosen' ? [...viewers] : [],
      ...(kind === 'subgroups' ? { groupId } : {}),
    };
    return id === null ? call('POST /api/auth/{kind}', input) : call('PUT /api/auth/{kind}/{id}', { ...input, id, version: form.version });
  };

  const explain = (error: unknown) => {
    const field = error instanceof ApiError ? groupFields.find((name) => name === error.field) : undefined;
    if (field) return form.refuse(field, errorText(error));
    setProblem(refusalOf(error));
  };

  /** True when it is saved. */
  const save = async (hidden: boolean): Promise<boolean> => {
    setProblem(null);
    if (!form.check()) return false;
    setSaving(true);
    try {
      const { people } = await send();
      refreshGroups(client);
      toast.success(t(`groups.${wordOf(kind)}.${id === null ? 'created' : 'saved'}`), {
        text: hidden ? undefined : t('groups.inMenu', { name: form.draft.name.trim(), count: people }),
      });
      return true;
    } catch (error) {
      explain(error);
      return false;
    } finally {
      setSaving(false);
    }
  };

  return { save, saving, problem, clear: () => setProblem(null) };
}
