import { useState } from 'react';
import type { CommentThread } from '../../../domain/comments/contract.ts';
import type { ViewerContext } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CommentItem } from './CommentItem.tsx';
import { Composer } from './Composer.tsx';
import { useWriteComment } from './use-write-comment.ts';

type Props = { thread: CommentThread; context: ViewerContext; at: string | null };

/** One comment with its replies, the newest last. */
export function Thread({ thread, context, at }: Props) {
  const { t } = useTranslation();
  const [answering, setAnswering] = useState(false);
  const write = useWriteComment(context);
  const { name } = thread.author;
  return (
    <article className="comment-thread">
      <CommentItem comment={thread} context={context} marked={at === thread.id} />
      {thread.answers.map((answer) => (
        <div key={answer.id} className="comment-answer">
          <CommentItem comment={answer} context={context} marked={at === answer.id} />
        </div>
      ))}
      {answering && (
        <Composer
          reportId={context.reportId}
          label={t('comments.answerTo', { name })}
          submit={t('comments.send')}
          autoFocus
          onCancel={() => setAnswering(false)}
          onSend={async (draft) => {
            const sent = await write.add(draft, thread.id);
            if (sent) setAnswering(false);
            return sent;
          }}
        />
      )}
      {!answering && !thread.deleted && (
        <Button kind="text" size="s" aria-label={t('comments.answerTo', { name })} onClick={() => setAnswering(true)}>
          {t('comments.answer')}
        </Button>
      )}
    </article>
  );
}
