// What the viewer shows of views and of sharing.
export { useSharePart } from './use-share-part.tsx';
export { useViewsPart } from './use-views-part.tsx';
