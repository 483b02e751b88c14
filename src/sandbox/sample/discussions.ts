import { CHANGES, SPACES } from "./names.js";
import type { PersonKey } from "./people.js";

export interface ReplySource {
  id: string;
  by: PersonKey;
  days: number;
  text: string;
  reactions?: Record<string, PersonKey[]>;
}

export interface CommentSource extends ReplySource {
  /** Slug of the page; if absent, it is about the space or the change request as a whole. */
  page?: string;
  /** Who resolved it and how many days before the load. */
  resolved?: { by: PersonKey; days: number };
  edited?: number;
  replies?: ReplySource[];
}

export interface Discussion {
  space: string;
  /** Id of the change request; if absent, the comments belong to the space. */
  change?: string;
  comments: CommentSource[];
}

const ON_GUIDE: CommentSource[] = [
  {
    id: "mXr5TbQ2wKz8LpVn4HcJ",
    by: "grace",
    days: 40,
    page: "safety",
    text: "A customer asked whether shoes with open heels are allowed. Should we say *closed shoes*?",
    resolved: { by: "aiko", days: 33 },
    replies: [
      { id: "yT4vKd9nBqW6RxJm2ZcP", by: "aiko", days: 39, text: "Toes are what the norm asks for. I leave it." },
    ],
  },
  {
    id: "mZk3WvY7dRt5QnBx9JpG",
    by: "tomasz",
    days: 15,
    page: "error-codes",
    text: "The link behind **fleet controller** leads nowhere.",
    reactions: { "👀": ["aiko"], "👍": ["grace", "sam"] },
    replies: [
      {
        id: "yH8mPz2cLxV5TqKw7NdR",
        by: "aiko",
        days: 14,
        text: "The page was moved to the guide of Harbor. I will ask.",
      },
      {
        id: "yQ6jXn4bWgZ3RtVm8KfC",
        by: "jonas",
        days: 13,
        text: "It was never moved, it was never written. See [release notes](https://docs.halden-robotics.example).",
        reactions: { "😅": ["aiko", "tomasz"] },
      },
    ],
  },
  {
    id: "mN9hRc4qVxL6WzTk2BdY",
    by: "casey",
    days: 10,
    page: "loading",
    text: "Is *too far to one side* about weight or about height? In German these are two words.",
    edited: 9,
  },
  {
    id: "mJ7tGf5zKpX3YvQw8RnM",
    by: "sam",
    days: 2,
    text: "Can we have the whole guide as one PDF for the hall in Bergen?",
  },
];

const ON_READY: CommentSource[] = [
  {
    id: "mV4dLs8xTqH6ZnRb3KwP",
    by: "priya",
    days: 5,
    page: "charging",
    text: "Sixty minutes hold for the new dock only. Do we still ship the old one?",
    resolved: { by: "jonas", days: 3 },
    reactions: { "🤔": ["aiko"] },
    replies: [
      {
        id: "yB5wZk7vRcN2XpTm9HgQ",
        by: "jonas",
        days: 4,
        text: "Not since March. Old docks get the new power supply with 4.2.",
      },
      {
        id: "yL3nTx6qJdV8WzKb4RfS",
        by: "priya",
        days: 3.5,
        text: "Then it is right. Thank you!",
        reactions: { "🎉": ["jonas"] },
      },
    ],
  },
  {
    id: "mC6yKp2nWvB9RxZt5JqD",
    by: "aiko",
    days: 1,
    text: "Reads well. Please merge before the release on Friday.",
    reactions: { "🚀": ["jonas", "ingrid"] },
  },
];

export const DISCUSSIONS: Discussion[] = [
  { space: SPACES.guide, comments: ON_GUIDE },
  { space: SPACES.guide, change: CHANGES.ready, comments: ON_READY },
  {
    space: SPACES.guide,
    change: CHANGES.late,
    comments: [
      {
        id: "mQ8bXt3kZrV7LwNp6GcH",
        by: "grace",
        days: 11,
        page: "wheels",
        text: "Is it 8 Nm for the rear wheels too?",
      },
    ],
  },
  {
    space: SPACES.harbor,
    comments: [
      {
        id: "mT2zHw9rVkQ5XnLc7BpJ",
        by: "mateo",
        days: 25,
        page: "backup",
        text: "We need a page about retention before the audit.",
        reactions: { "👍": ["ingrid", "priya"] },
      },
    ],
  },
  {
    space: SPACES.handbook,
    change: CHANGES.handbook,
    comments: [
      {
        id: "mK5vRd8tZxW3QpYn6LbF",
        by: "mateo",
        days: 19,
        page: "on-call",
        text: "Two days are fine with me. Who tells payroll?",
        replies: [{ id: "yW9cJm4xTvK7ZnRq2HbG", by: "priya", days: 18, text: "I do." }],
      },
    ],
  },
];
