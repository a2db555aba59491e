import type { Resource } from '../../../domain/bi-accounts/resources/contract.ts';
import { useGo } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useSave } from '../../app/data/use-save.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { capacityHref } from './ControlCell.tsx';
import { refreshCapacities } from './queries.ts';

const providers = { embedded: 'Microsoft.PowerBIDedicated', fabric: 'Microsoft.Fabric' } as const;
const verbs = ['read', 'write', 'suspend/action', 'resume/action'] as const;

type Props = { row: Resource | null; onClose: () => void };

/** Takes control of a capacity: says what that means and which rights the account needs in Azure. */
export function RegisterDialog({ row, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={row !== null}
      onClose={onClose}
      title={t('capacity.take.title', { name: row?.name ?? '' })}
      text={t('capacity.take.text')}
    >
      {row && <Register row={row} onClose={onClose} />}
    </Dialog>
  );
}

/** Azure's refusal names the rights that are missing, where it says. */
const refusalText = (error: unknown): string => {
  const missing = error instanceof ApiError && error.status === 'capacity_rights' ? (error.vars?.missing ?? error.vars?.rights) : undefined;
  return missing ? `${errorText(error)} ${String(missing)}` : errorText(error);
};

function Register({ row, onClose }: { row: Resource; onClose: () => void }) {
  const { t } = useTranslation();
  const go = useGo();
  const { save, busy, problem } = useSave({ refresh: refreshCapacities, words: refusalText });
  const take = () =>
    save(async () => {
      const armId = row.id.slice(row.accountId.length + 1);
      const answer = await call('POST /api/auth/resources', { accountId: row.accountId, armId });
      if (answer.controls === 'S' && answer.ambiguous === 'S') toast.info(t('capacity.take.unmatched', { name: row.name }));
      else if (answer.controls === 'S') toast.success(t('capacity.take.done', { name: row.name }));
      else toast.info(t('capacity.take.joined', { name: row.name }));
      onClose();
      go(capacityHref(answer.id));
    });
  return (
    <>
      <p className="small capacity-needs">{t('capacity.take.rights', { account: row.accountName })}</p>
      <ul className="plain-list mono tiny capacity-rights">
        {row.kind && verbs.map((verb) => <li key={verb}>{`${providers[row.kind ?? 'fabric']}/capacities/${verb}`}</li>)}
      </ul>
      {problem && (
        <Notice tone="err" title={t('capacity.take.refused')}>
          {problem.text}
        </Notice>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button kind="primary" loading={busy} onClick={() => void take()} data-autofocus>
          {t('capacity.control.take')}
        </Button>
      </div>
    </>
  );
}
