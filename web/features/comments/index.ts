export { useCommentsPart } from './use-comments-part.tsx';
