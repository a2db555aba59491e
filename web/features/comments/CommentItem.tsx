import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { Comment } from '../../../domain/comments/contract.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { useZone } from '../../app/data/use-zone.ts';
import type { ViewerContext } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDots, IconEye } from '../../ui/icons.ts';
import { Composer } from './Composer.tsx';
import { getParts } from './mention-text.ts';
import { useOpenView } from './use-open-view.ts';
import { useWriteComment } from './use-write-comment.ts';

type Props = { comment: Comment; context: ViewerContext; marked: boolean };

/** Comments render as plain text, whatever they contain; mentions are highlighted. */
function Words({ comment }: { comment: Comment }) {
  const parts = getParts(
    comment.text,
    comment.mentions.map(({ name }) => name),
  );
  return (
    <p className="comment-text">
      {parts.map((part, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order.
        part.mention ? <mark key={place}>{part.text}</mark> : <span key={place}>{part.text}</span>,
      )}
    </p>
  );
}

function Tools({ comment, onEdit, onRemove }: { comment: Comment; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation();
  if (!comment.mayDelete) return null;
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <IconButton icon={IconDots} size="s" label={t('comments.more', { name: comment.author.name })} />
      </Menu.Target>
      <Menu.Dropdown>
        {comment.editableUntil && <Menu.Item onClick={onEdit}>{t('comments.edit')}</Menu.Item>}
        <Menu.Item onClick={onRemove}>{t('comments.remove')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** One comment: author, time, the view it refers to, and the text. */
export function CommentItem({ comment, context, marked }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const [editing, setEditing] = useState(false);
  const write = useWriteComment(context);
  const openView = useOpenView(comment.id, comment.page?.name ?? null);
  const at = new Date(comment.createdAt);
  if (comment.deleted)
    return (
      <p className="comment-gone muted small" id={`comment-${comment.id}`}>
        {t('comments.gone')}
      </p>
    );
  return (
    <div className="comment" id={`comment-${comment.id}`} data-marked={marked || undefined}>
      <div className="comment-head">
        <Avatar name={comment.author.name} size={26} />
        <strong className="comment-author">{comment.author.name}</strong>
        <span className="tiny muted">
          <time dateTime={comment.createdAt}>{formatWhen(language, at, new Date(), zone)}</time>
          {comment.editedAt && ` · ${t('comments.edited')}`}
        </span>
        {comment.unread && <span className="comment-new tiny">{t('comments.new')}</span>}
        <span className="push">
          <Tools comment={comment} onEdit={() => setEditing(true)} onRemove={() => void write.remove(comment.id)} />
        </span>
      </div>
      {editing ? (
        <Composer
          reportId={context.reportId}
          label={t('comments.edit')}
          submit={t('comments.save')}
          start={comment}
          autoFocus
          onCancel={() => setEditing(false)}
          onSend={async (draft) => {
            const saved = await write.edit(comment.id, draft);
            if (saved) setEditing(false);
            return saved;
          }}
        />
      ) : (
        <Words comment={comment} />
      )}
      {comment.hasView && comment.page && (
        <button
          type="button"
          className="comment-view small"
          aria-label={t('comments.openView', { page: comment.page.title })}
          onClick={() => void openView()}
        >
          <IconEye size={14} stroke={1.8} aria-hidden="true" />
          {comment.page.title}
        </button>
      )}
    </div>
  );
}
