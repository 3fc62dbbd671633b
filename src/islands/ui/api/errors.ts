/** The old address of `ui/api-client.ts`, until nobody asks for it. */
export {
  ApiError,
  isApiError,
  isFinalRefusal,
  isUnanswered,
  MalformedAnswerError,
  NetworkError,
  TimeoutError,
} from '../api-client.ts';
