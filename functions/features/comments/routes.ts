import { addOneComment } from './add-comment.ts';
import { editOneComment } from './edit-comment.ts';
import { findPeople } from './find-people.ts';
import { findComments } from './list-comments.ts';
import { markRead } from './mark-read.ts';
import { readOneView } from './read-view.ts';
import { removeOneComment } from './remove-comment.ts';

export const routes = [findComments, addOneComment, markRead, findPeople, editOneComment, removeOneComment, readOneView];
