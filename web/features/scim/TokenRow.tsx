import { useQueryClient } from '@tanstack/react-query';
import { formatDate, formatDateTime } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { confirm } from '../../ui/confirm.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPencil, IconTrash } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { refreshScim, type Token } from './queries.ts';

/** A token without its secret: its author, creation, expiry and last use. */
export function TokenRow({ token, onRename }: { token: Token; onRename: () => void }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const { name } = token;
  const remove = async () => {
    const agreed = await confirm({
      title: t('scim.token.removeTitle', { name }),
      text: t('scim.token.removeText'),
      yes: t('scim.token.remove'),
      typed: name,
    });
    if (!agreed) return;
    try {
      await call('DELETE /api/auth/scim/delete', { id: token.id });
      toast.success(t('scim.token.removed', { name }));
    } catch (error) {
      toastError(error);
    }
    refreshScim(client);
  };
  const facts = [
    t('scim.token.made', { day: formatDate(language, new Date(token.createdAt), zone), name: token.addedBy ?? '–' }),
    token.lastUsedAt
      ? t('scim.token.used', { at: formatDateTime(language, new Date(token.lastUsedAt), zone), ip: token.lastIp ?? '–' })
      : t('scim.token.unused'),
    token.expiresAt ? t('scim.token.until', { day: formatDate(language, new Date(token.expiresAt), zone) }) : t('scim.token.forever'),
  ];
  return (
    <li className="scim-token">
      <div className="scim-token-words">
        <span className="row row-wrap">
          <b>{name}</b>
          <code className="mono small muted">{token.prefix}…</code>
          {token.expired && <Badge tone="err">{t('scim.token.expired')}</Badge>}
        </span>
        <span className="small muted">{facts.join(' · ')}</span>
      </div>
      <span className="row">
        <IconButton icon={IconPencil} label={t('scim.token.renameOf', { name })} onClick={onRename} />
        <IconButton icon={IconTrash} label={t('scim.token.removeOf', { name })} onClick={() => void remove()} />
      </span>
    </li>
  );
}
