import { useQueryClient } from '@tanstack/react-query';
import { groupFields } from '../../../domain/report-groups/fields.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { getWord, type Kind } from './kind.ts';
import { refreshGroups } from './queries.ts';
import type { GroupForm } from './use-group-form.ts';

/** Saves the form: a refusal is shown at its field, else above the form, and never as a toast. */
export function useSaveGroup(kind: Kind, id: string | null, form: GroupForm) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { save: run, busy, problem, clear } = useSave({ fields: groupFields, refuseAt: form.refuse });

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

  /** True on success. */
  const save = async (hidden: boolean): Promise<boolean> => {
    clear();
    if (!form.check()) return false;
    return run(async () => {
      const { people } = await send();
      refreshGroups(client);
      toast.success(t(`groups.${getWord(kind)}.${id === null ? 'created' : 'saved'}`), {
        text: hidden ? undefined : t('groups.inMenu', { name: form.draft.name.trim(), count: people }),
      });
    });
  };

  return { save, saving: busy, problem, clear };
}
